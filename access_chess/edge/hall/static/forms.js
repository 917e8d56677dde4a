"use strict";
// A form is sent once, and again where the hall was away; what is typed before its answer comes is for the next page.

// Whether the focus is in another field by now.
const hasLeft = (form) => document.activeElement !== document.body && !form.contains(document.activeElement);
const ahead = { isOn: false, form: null, text: "", lines: [] };
document.addEventListener("keydown", (event) => {
	const { key, ctrlKey, altKey, metaKey } = event;
	if (!ahead.isOn || ctrlKey || altKey || metaKey || event.isComposing) return;
	if (hasLeft(ahead.form)) return;
	if (key === "Enter" && !event.repeat && ahead.text) ahead.lines.push(ahead.text);
	if (key === "Enter") ahead.text = "";
	else if (key === "Backspace") ahead.text = ahead.text.slice(0, -1);
	else if (key.length === 1 && (key !== " " || ahead.text)) ahead.text += key;
	else return;
	event.preventDefault();
}, true);
const handOn = (path) => {
	ahead.isOn = true; // until this page has gone
	addEventListener("pagehide", () => {
		if (ahead.lines.length) keep("lines", ahead.lines.map((text) => ({ to: path, fields: {}, text, isTyped: true, tries: 0 })));
		keep("draft", { at: Date.now(), text: ahead.text, path: path.split("#")[0].split("?")[0] });
	});
	leave(path);
};
// What was meant for a page that does not come.
const giveUpAhead = (...more) => {
	const typed = [...more, ...ahead.lines, ahead.text].filter(Boolean);
	if (typed.length) announce("now", fill(told.not_sent, { lines: typed.join(", ") }));
	Object.assign(ahead, { isOn: false, text: "", lines: [] });
};

const sentOften = async (form, button) => {
	const body = new URLSearchParams(new FormData(form, button)), since = Date.now();
	Object.assign(ahead, { isOn: true, form });
	setTimeout(() => { if (form.dataset.sent) ahead.isOn = false; }, LOST); // the form may have to be filled in otherwise
	while (Date.now() - since < GIVES_UP) {
		const slow = setTimeout(() => connection.lose("form"), LOST);
		try {
			const answer = await fetch(form.action, { method: "POST", headers: { "X-Live": "1" }, body, signal: AbortSignal.timeout(ANSWERS) });
			const text = await answer.text();
			if (![502, 504].includes(answer.status)) return { answer, text };
		} catch { connection.lose("form"); } finally { clearTimeout(slow); }
		await new Promise((again) => { setTimeout(again, AGAIN); addEventListener("online", again, { once: true }); });
	}
	return null;
};
const isLive = (part) => part.querySelector("#line, #log, #needs, #board, #boards, #question");
// What the answer shows, in the place of what stood there.
const swap = (html, isElsewhere) => {
	const news = new DOMParser().parseFromString(html, "text/html"), main = document.querySelector("main");
	document.title = news.title;
	if (!isLive(main)) main.replaceWith(document.adoptNode(news.querySelector("main")));
	else
		for (const part of news.querySelectorAll("section[aria-labelledby]")) {
			const old = document.querySelector(`section[aria-labelledby="${part.getAttribute("aria-labelledby")}"]`);
			if (old && !isLive(old) && !isLive(part)) old.replaceWith(document.adoptNode(part));
		}
	const wrong = document.querySelector("main [aria-invalid=true]:not(#line)"), code = document.querySelector("#code, .code");
	if (isElsewhere) announce("now", code && !wrong ? code.parentElement.textContent : "");
	else if (wrong) wrong.focus();
	else if (code) {
		code.parentElement.tabIndex = -1;
		code.parentElement.focus();
	}
	for (const fault of document.querySelectorAll("main .fault:not(:empty)")) announce("now", fault.textContent);
};
let shownAt = -HELD;
document.addEventListener("submit", async (event) => {
	const form = event.target, button = event.submitter;
	if (event.defaultPrevented || form.method !== "post") return;
	event.preventDefault();
	if (form.dataset.sent || event.timeStamp - shownAt < HELD) return;
	form.dataset.sent = "yes";
	const found = await sentOften(form, button);
	while (performance.now() - keyAt < PAUSE) await new Promise((later) => setTimeout(later, PAUSE / 3)); // not in a word
	delete form.dataset.sent;
	shownAt = performance.now();
	if (!found) return giveUpAhead(button?.textContent);
	connection.find("form");
	const { answer, text } = found, onward = answer.headers.get("X-Go");
	if (onward || answer.redirected) return handOn(onward ?? new URL(answer.url).pathname);
	if (answer.headers.get("Content-Type")?.startsWith("text/html")) swap(text, hasLeft(form));
	else announce("now", text);
	giveUpAhead();
});

// Settings are saved where they stand; what is chosen and saved before the hall has answered is sent after it.
const settings = byId("settings");
if (settings) {
	const savings = sender({
		csrf: settings.csrf.value,
		answered: ({ fields: { theme, size } }, text, isSaved) => {
			if (!isSaved) return;
			Object.assign(document.documentElement.dataset, { theme, size });
			announce("now", settings.dataset.saved);
		},
	});
	let last = "", savedAt = -HELD;
	settings.addEventListener("submit", (event) => {
		event.preventDefault();
		const fields = Object.fromEntries(new FormData(settings)), now = JSON.stringify(fields);
		if (now === last && event.timeStamp - savedAt < HELD) return;
		[last, savedAt] = [now, event.timeStamp];
		savings.send(settings.action, fields, { text: event.submitter?.textContent });
	});
}

// The giver's list of boards has a line of its own.
const list = byId("simul");
if (list) {
	const field = byId("line");
	const fault = (text) => {
		byId("fault").textContent = text;
		field.setAttribute("aria-invalid", Boolean(text));
		announce("now", text);
	};
	const lines = sender({ field, csrf: list.csrf.value, answered: (entry, text) => fault(text), refused: (entry) => lines.putBack(entry) });
	list.addEventListener("submit", (event) => {
		event.preventDefault();
		const line = field.value;
		if (!line) return;
		field.value = "";
		lines.send(list.action, { line }, { text: line, isTyped: true });
	});
}
if (document.body.dataset.over) watchOver();
