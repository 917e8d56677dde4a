"use strict";
// A form is sent once, and again where the hall was away; what is typed before its answer comes is for the next page.

const ahead = { isOn: false, text: "", lines: [] };
document.addEventListener("keydown", (event) => {
	const { key, ctrlKey, altKey, metaKey } = event;
	if (!ahead.isOn || ctrlKey || altKey || metaKey || event.isComposing) return;
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

const sentOften = async (form, button) => {
	const body = new URLSearchParams(new FormData(form, button)), since = Date.now();
	ahead.isOn = true;
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
const swap = (html) => {
	const news = new DOMParser().parseFromString(html, "text/html"), main = document.querySelector("main");
	document.title = news.title;
	if (!isLive(main)) main.replaceWith(document.adoptNode(news.querySelector("main")));
	else
		for (const part of news.querySelectorAll("section[aria-labelledby]")) {
			const old = document.querySelector(`section[aria-labelledby="${part.getAttribute("aria-labelledby")}"]`);
			if (old && !isLive(old) && !isLive(part)) old.replaceWith(document.adoptNode(part));
		}
	const wrong = document.querySelector("main [aria-invalid=true]:not(#line)"), code = document.querySelector("#code, .code");
	if (wrong) wrong.focus();
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
	delete form.dataset.sent;
	shownAt = performance.now();
	if (!found) ahead.isOn = false;
	if (!found) return announce("now", fill(told.not_sent, { lines: button?.textContent ?? "" }));
	connection.find("form");
	const { answer, text } = found, onward = answer.headers.get("X-Go");
	if (onward || answer.redirected) return handOn(onward ?? new URL(answer.url).pathname);
	ahead.isOn = false;
	if (answer.headers.get("Content-Type")?.startsWith("text/html")) swap(text);
	else announce("now", text);
	if (ahead.text && document.activeElement?.select) document.activeElement.value += ahead.text;
	ahead.text = "";
	ahead.lines = [];
});

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
