"use strict";
// What all pages have in common: what is announced, how a board and what stands beside it follow the game, forms.

const page = document.body.dataset;
const byId = (id) => document.getElementById(id);
const GATHER = 50, STAY = 400; // ms: what comes together is one text; what goes sooner is lost
const KEPT = 200; // lines of the log

// Equal texts differ by a space; and each from the line of the log: Orca takes what it has just seen inserted for the same.
const announce = (() => {
	const waiting = { now: [], aside: [] };
	const timers = {}, free = {};
	return (region, text) => {
		if (!text) return;
		waiting[region].push(text);
		timers[region] ||= setTimeout(() => {
			const said = waiting[region].splice(0);
			const joined = said.map((each, at) => at + 1 < said.length && !/[.:!?]$/.test(each) ? each + "." : each).join(" ");
			timers[region] = 0;
			free[region] = Date.now() + STAY;
			const place = byId(region);
			place.textContent = joined + (place.textContent === joined + "\u00a0" ? "\u00a0\u00a0" : "\u00a0");
		}, Math.max(GATHER, (free[region] || 0) - Date.now()));
	};
})();

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const form = (count) => new Intl.PluralRules(document.documentElement.lang).select(count);
const counted = (text, count) => fill(text[form(count)] || text.other || text, { count });
const put = (place, text) => { if (place.textContent !== text) place.textContent = text; };
const made = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });

const writeLog = (lines) => {
	const log = byId("log"), list = log.firstElementChild;
	for (const { text, lang } of lines) {
		const item = made("li", text);
		if (lang && lang !== document.documentElement.lang) item.lang = lang;
		list.append(item);
	}
	while (list.children.length > KEPT) list.firstElementChild.remove();
	if (lines.length) log.scrollTop = 0; // its end: it is written from below
};

// The squares of a board, from the own left corner of who sits below.
const squaresOf = (board) => {
	const squares = [...board.querySelectorAll("tr")].reverse().flatMap((row) => [...row.querySelectorAll("button")]);
	for (const square of squares) [square.named] = square.getAttribute("aria-label").split(", "); // as the player hears it in moves
	return squares;
};
const manAt = (men, square) => men["abcdefgh".indexOf(square[0]) + 8 * (8 - Number(square[1]))];
const aMan = document.querySelector(".squares svg");
const drawMan = (square, letter) => {
	const href = letter === "." ? "" : `${document.documentElement.dataset.pieces}#${letter}`;
	if ((square.querySelector("use")?.getAttribute("href") ?? "") === href) return;
	square.replaceChildren();
	if (!href) return;
	square.append(aMan.cloneNode(true));
	square.querySelector("use").setAttribute("href", href);
};
// Men, marks and names as they are now; what only gains or loses a mark is not called otherwise under the focus.
const drawBoard = (buttons, words, { men, last, check, targets = [] }, chosen = "") => {
	for (const button of buttons) {
		const square = button.value, letter = manAt(men, square);
		const mark = square === chosen ? "selected" : square === check ? "check" : last.includes(square) ? "last" : "";
		const called = `${button.named}, ${words[letter]}`, name = mark && words[mark] ? `${called}, ${words[mark]}` : called;
		const had = button.getAttribute("aria-label");
		if (had !== name && !(button === document.activeElement && had.startsWith(called))) button.setAttribute("aria-label", name);
		button.parentNode.ariaSelected = square === chosen ? "true" : null; // the name stays: under the focus it would be read twice
		button.className = mark + (targets.includes(square) ? " target" : "");
		drawMan(button, letter);
	}
};

// A board is walked from its first button by the arrows, Home and End; the result does that for a key, if it is one of them.
const walking = (board, buttons, start, edge) => {
	const rove = (button) => {
		for (const each of buttons) each.tabIndex = each === button ? 0 : -1;
	};
	const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
	rove(start);
	board.addEventListener("focusin", (event) => rove(event.target));
	return ({ key, ctrlKey, target }) => {
		const index = buttons.indexOf(target.closest("button")), column = index % 8, row = index >> 3;
		const go = (to) => buttons[to].focus();
		if (key === "Home") go(ctrlKey ? 56 : row * 8);
		else if (key === "End") go(ctrlKey ? 7 : row * 8 + 7);
		else if (key in ARROWS) {
			const [right, up] = ARROWS[key];
			const isOn = column + right >= 0 && column + right < 8 && row + up >= 0 && row + up < 8;
			if (isOn) go(index + right + 8 * up);
			else edge();
		} else return false;
		return true;
	};
};
const isOther = (event) => event.ctrlKey && !["Home", "End"].includes(event.key) || event.altKey || event.metaKey;

// The strips over and under a board: who is to move, and both clocks; `at` is the instant that `clock` tells of.
const shownTime = (milliseconds) => {
	const all = Math.max(0, Math.floor(milliseconds / 1000)), two = (number) => String(number).padStart(2, "0");
	const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
	return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
};
const timeLeft = (clock, side, at) => shownTime(clock[side] - (clock.runs === side ? connection.now() - at : 0)) + connection.asOf();
const showTurn = (place, turn, names) => {
	for (const strip of place.querySelectorAll(".strip")) {
		const { side } = strip.dataset, part = (selector) => strip.querySelector(selector);
		strip.classList.toggle("due", turn === side);
		part(".to-move").hidden = turn !== side;
		if (!names) continue;
		put(part(".who"), names[side]);
		part("[role=timer]")?.setAttribute("aria-label", `${names[side]}, ${part(".side").textContent}`);
	}
};
const showClocks = (place, clock, at) => {
	for (const strip of place.querySelectorAll(".strip:has(.time)")) {
		const { side } = strip.dataset, runs = clock.runs === side;
		put(strip.querySelector("[role=timer]"), timeLeft(clock, side, at));
		strip.classList.toggle("runs", runs);
		strip.querySelector(".mark").hidden = !runs;
	}
};

// The list of moves, one item for a pair: what is new is written, what was taken back goes. Ply 0 is White's first.
const writeMoves = (moves, next) => {
	const list = byId("moves");
	if (!list) return;
	for (const old of list.querySelectorAll("[data-ply]")) if (Number(old.dataset.ply) >= next) old.remove();
	for (const [ply, text] of moves) {
		let place = list.querySelector(`[data-ply="${ply}"]`);
		if (!place) {
			const number = (ply >> 1) + 1;
			let item = [...list.children].find((each) => each.value === number);
			if (!item) {
				list.append(item = Object.assign(made("li", ""), { value: number }));
				if (ply % 2) item.append(made("span", "…"), " ");
			}
			item.append(place = made("span", ""), " ");
			place.dataset.ply = ply;
		}
		put(place, text);
	}
	for (const item of [...list.children]) if (!item.querySelector("[data-ply]")) item.remove();
	list.scrollTop = list.scrollHeight;
};
writeMoves([], Infinity); // its end is seen

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
const isLive = (part) => part.querySelector("#line, #log, #needs, #board, table#boards, #question, #full");
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
addEventListener("submit", async (event) => { // behind those of the page's own script, which stand at the document
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

if (location.pathname === "/in" && location.hash) byId("code").value = location.hash.slice(1);
