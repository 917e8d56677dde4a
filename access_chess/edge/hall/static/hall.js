"use strict";

const page = document.body.dataset;
const byId = (id) => document.getElementById(id);
const GATHER = 50, STAY = 400; // ms: what comes together is one text; what goes sooner is lost

// Equal texts differ by a space.
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
			place.textContent = joined + (place.textContent === joined ? "\u00a0" : "");
		}, Math.max(GATHER, (free[region] || 0) - Date.now()));
	};
})();

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const form = (count) => new Intl.PluralRules(document.documentElement.lang).select(count);
const counted = (text, count) => fill(text[form(count)] || text.other || text, { count });

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

if (location.pathname === "/in" && location.hash) byId("code").value = location.hash.slice(1);

if (page.game) {
	const texts = JSON.parse(page.texts), words = JSON.parse(page.words);
	const path = `/game/${page.game}`, isWhite = page.color === "white";
	const grid = byId("board") || new Option(), field = byId("line");
	const buttons = [...grid.querySelectorAll("button")]; // from the player's own left corner
	if (!isWhite) buttons.reverse();
	let men = page.board, chosen = "", last = [], clock = null, clockAt = 0, headline = page.headline;

	// the board
	const at = (square) => men["abcdefgh".indexOf(square[0]) + 8 * (8 - Number(square[1]))];
	const man = (square) => words[at(square) === "." ? "" : at(square)];
	const called = (square) => `${byId(square).dataset.named}, ${man(square)}`;
	const draw = () => {
		for (const button of buttons) {
			const square = button.value, name = called(square);
			if (button.getAttribute("aria-label") !== name) button.setAttribute("aria-label", name);
			if (square === chosen) button.parentNode.ariaSelected = "true"; // the name stays: under the focus it would be read twice
			else button.parentNode.removeAttribute("aria-selected");
			button.className = square === chosen ? "selected" : last.includes(square) ? "last" : "";
			const picture = at(square) === "." ? "" : `/static/pieces.svg#${at(square)}`;
			const use = button.querySelector("use");
			if (use.getAttribute("href") !== picture) use.setAttribute("href", picture);
		}
	};
	const edge = () => { announce("now", texts.edge); sound("refused"); };
	const walk = walking(grid, buttons, byId(isWhite ? "e2" : "e7"), edge);

	const choose = (square) => { chosen = square; draw(); };
	const act = (square) => {
		if (!chosen) {
			const letter = at(square), isOwn = letter !== "." && (letter === letter.toUpperCase()) === isWhite;
			if (!isOwn) return announce("now", called(square));
			choose(square);
			return announce("now", `${called(square)}, ${texts.selected}`);
		}
		const from = chosen;
		choose("");
		if (from === square) return announce("now", texts.dropped);
		send(`${path}/square`, { from, square }, from + square);
	};

	const nextOf = (letter, step, start) => {
		const found = buttons.filter((each) => at(each.value).toLowerCase() === letter);
		if (!found.length) return announce("now", texts.no_such_piece);
		const here = buttons.indexOf(start), order = found.map((each) => buttons.indexOf(each));
		const ahead = step > 0 ? order.find((each) => each > here) : order.findLast((each) => each < here);
		const place = ahead === undefined ? (step > 0 ? 0 : order.length - 1) : order.indexOf(ahead);
		buttons[order[place]].focus();
		announce("aside", fill(texts.place_of, { place: place + 1, count: order.length }));
	};

	const LETTERS = { l: "last_move", t: "both_clocks", e: "board" };
	const onKey = (event) => {
		const button = event.target.closest("button");
		if (!button) return;
		const square = button.value;
		const asks = (fields) => send(`${path}/line`, fields);
		const explored = { at, here: square, last, isWhite, ask: asks, edge, go: (to) => byId(to).focus() };
		if (page.keys === "on" && window.hallExplore?.(event, explored)) return event.preventDefault();
		const key = event.key;
		if (isOther(event)) return;
		if (walk(event)) return event.preventDefault();
		if (key === "Escape") { choose(""); announce("now", texts.dropped); }
		else if (page.keys !== "on") return;
		else if (/^Digit[1-8]$/.test(event.code)) {
			const number = event.code[5];
			byId(event.shiftKey ? "abcdefgh"[number - 1] + square[1] : square[0] + number).focus();
		} else if (key.length === 1 && "kqrbnp".includes(key.toLowerCase())) nextOf(key.toLowerCase(), event.shiftKey ? -1 : 1, button);
		else if (key === "i") field.focus();
		else if (key in LETTERS) asks({ request: LETTERS[key] });
		else return;
		event.preventDefault();
	};
	grid.addEventListener("keydown", onKey);

	// sending (sending.js): a question that was asked from a button or the grid gives the focus back there
	const origins = new Map();
	const fault = (text) => {
		byId("fault").textContent = text; // as a description of the field it would be read twice
		field.setAttribute("aria-invalid", Boolean(text));
	};
	const lines = sender({
		field,
		csrf: page.csrf,
		seen: () => byId("line-form").seen.value,
		question: () => question,
		answered: (entry, text) => { if (entry.isTyped) fault(text); },
		refused: (entry) => { if (entry.isTyped) lines.putBack(entry); },
	});
	const send = (to, fields, text) => {
		silence();
		const at = document.activeElement;
		origins.set(lines.send(to, fields, { text }), byId("question").contains(at) ? asker : at);
	};
	document.addEventListener("submit", (event) => {
		const form = event.target, button = event.submitter, line = field.value;
		if (!["line-form", "squares", "answers", "actions"].includes(form.id)) return;
		event.preventDefault();
		if (form.id === "squares") return act(button.value);
		const isHeld = event.timeStamp - askedAt < HELD; // the key was down before the question came, or went
		if (form.id === "line-form") {
			if (!line) return;
			silence();
			field.value = "";
			origins.set(lines.send(form.action, { line }, { text: line, isTyped: true }), field);
		} else if (!isHeld && !lines.isBusy(form.action, { request: button.value })) {
			if (form.id === "actions") button.focus();
			send(form.action, { request: button.value }, button.textContent);
		}
	});

	// the question
	let question = page.question, asker = null, askedAt = 0;
	const back = () => (asker?.isConnected && asker.offsetParent ? asker : field).focus();
	// Whether it is heard by its heading, to which the focus goes.
	const ask = ({ answers, asked, question: number, by }) => {
		const box = byId("answers"), had = byId("question").contains(document.activeElement), isNew = number !== question;
		const from = origins.get(by);
		question = byId("line-form").question.value = number;
		if (!isNew) return false;
		byId("asked").textContent = asked;
		for (const button of box.querySelectorAll("button")) button.remove();
		for (const [value, text] of answers) {
			const button = document.createElement("button");
			button.name = "request";
			button.value = value;
			button.textContent = text;
			box.append(button);
		}
		byId("question").hidden = !answers.length;
		askedAt = performance.now();
		const isCalled = Boolean(answers.length && from && from !== field);
		if (isCalled) {
			asker = from;
			byId("question-title").focus();
		} else if (had) back();
		return isCalled;
	};

	// the clocks
	const shown = (milliseconds) => {
		const all = Math.max(0, Math.floor(milliseconds / 1000)), two = (number) => String(number).padStart(2, "0");
		const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
		return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
	};
	const tick = () => {
		if (!clock) return;
		for (const side of ["white", "black"]) {
			const runs = clock.runs === side, place = byId(`clock-${side}`);
			const time = place.querySelector("[role=timer]"), text = shown(clock[side] - (runs ? connection.now() - clockAt : 0)) + connection.asOf();
			if (time.textContent !== text) time.textContent = text;
			place.querySelector(".mark").hidden = !runs;
		}
	};
	if (page.clocks === "running") setInterval(tick, 500);

	// sound (sound.js)
	const sound = (name) => window.hallSound?.play(name);
	const silence = () => window.hallSound?.silence();
	document.addEventListener("keydown", silence);

	// the stream
	connection.isTimed = () => clock && clock.runs === page.color;
	connection.onChange = tick;
	const write = (log) => {
		const list = byId("log").firstElementChild;
		for (const each of log) {
			const item = document.createElement("li");
			item.textContent = each.text;
			if (each.lang && each.lang !== document.documentElement.lang) item.lang = each.lang;
			list.append(item);
		}
		while (list.children.length > 200) list.firstElementChild.remove();
		if (log.length) byId("log").scrollTop = byId("log").scrollHeight;
	};
	const show = (news) => {
		men = news.board;
		last = news.last;
		clock = news.clock;
		clockAt = Date.now();
		if (byId("actions")) [byId("actions").hidden, byId("again").hidden] = [news.over, !news.over];
		if (!news.open) byId("invite")?.remove();
		if (!news.waits) byId("waits")?.remove();
		if (chosen && at(chosen) === ".") chosen = "";
		headline = news.title;
		const h1 = document.querySelector("h1");
		if (h1.textContent !== news.heading) h1.textContent = news.heading;
		document.title = `${headline} - ${news.heading} - ${page.hall}`;
		draw();
		tick();
		byId("line-form").seen.value = news.ply;
		return ask(news);
	};
	const take = (news) => {
		write(news.log);
		const isCalled = show(news), now = news.now.filter((text) => !isCalled || !text.endsWith(news.asked));
		if (!connection.tells(now)) for (const text of now) announce("now", text);
		for (const text of news.aside) announce("aside", text);
		window.hallSound?.tell(news, path);
	};
	byId("log").scrollTop = byId("log").scrollHeight;
	listenTo((after) => `${path}/stream?after=${after}`, page.after, { said: take });
	setTimeout(() => announce("aside", `${texts.opening} ${headline}.`), 1000);

	// full screen
	const full = byId("full");
	full.hidden = !document.fullscreenEnabled;
	full.addEventListener("click", () => document.fullscreenElement ? document.exitFullscreen() : document.body.requestFullscreen());
	document.addEventListener("fullscreenchange", () => full.setAttribute("aria-pressed", String(Boolean(document.fullscreenElement))));
}
