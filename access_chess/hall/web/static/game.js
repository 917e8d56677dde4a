"use strict";
// The page of a game: the board under the keys and the pointer, lines and squares that are sent, questions, the stream.

const texts = JSON.parse(page.texts), words = JSON.parse(page.words);
const { path } = page, isWhite = page.color === "white";
const grid = byId("board") || new Option(), field = byId("line");
const buttons = squaresOf(grid);
let men = page.board, chosen = "", last = [], check = "", targets = [], clock = null, clockAt = 0, headline = page.headline;

// the board
const at = (square) => manAt(men, square);
const called = (square) => `${byId(square).named}, ${words[at(square)]}`;
const draw = () => drawBoard(buttons, words, { men, last, check, targets }, chosen);
grid.addEventListener("focusout", draw); // marks that came under the focus are called by their names behind it
const edge = () => { announce("now", texts.edge); sound("edge"); document.dispatchEvent(new Event("edge")); };
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
	if (key === "Escape") { targets = []; choose(""); announce("now", texts.dropped); }
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
		if (loneButton && texts.alone_words.includes(line.trim().toLowerCase())) return void goAlone();
		origins.set(lines.send(form.action, { line }, { text: line, isTyped: true }), field);
	} else if (!isHeld && !lines.isBusy(form.action, button)) {
		if (form.id === "actions") button.focus();
		send(form.action, { [button.name]: button.value }, button.textContent);
	}
});

// the question
let question = page.question, asker = null, askedAt = 0;
const back = () => (asker?.isConnected && asker.offsetParent ? asker : field.offsetParent ? field : grid.querySelector("[tabindex='0']")).focus();
// Whether it is heard by its heading, to which the focus goes.
const ask = ({ answers, asked, question: number, by }) => {
	const box = byId("answers"), had = byId("question").contains(document.activeElement), isNew = number !== question;
	const from = origins.get(by);
	question = byId("line-form").question.value = number;
	if (!isNew) return false;
	byId("asked").textContent = asked;
	for (const old of box.querySelectorAll("button")) old.remove();
	for (const [value, text, name] of answers) box.append(Object.assign(made("button", text), { name, value }));
	byId("question").hidden = !answers.length;
	askedAt = performance.now();
	const isCalled = Boolean(answers.length && from && from !== field);
	if (isCalled) {
		asker = from;
		byId("question-title").focus();
	} else if (had) back();
	return isCalled;
};

// what fingers need (touch.js), when the board is first touched or is to stand alone
let hasTouch = false;
const withTouch = () => hasTouch ||= !document.head.append(Object.assign(made("script", ""), { src: "/static/touch.js" }));
for (const kind of ["pointerover", "focusin"]) grid.addEventListener(kind, withTouch, { once: true });
const loneButton = byId("board-alone");
const goAlone = () => window.standAlone ? standAlone(true) : setTimeout(goAlone, GATHER, withTouch());
loneButton?.addEventListener("click", goAlone);
if (loneButton) loneButton.hidden = false;

// the clocks
const tick = () => { if (clock) showClocks(byId("table"), clock, clockAt); };
if (page.clocks === "running") setInterval(tick, 500);

// sound (sound.js)
const sound = (name) => window.hallSound?.play(name);
const silence = () => window.hallSound?.silence();
document.addEventListener("keydown", silence);

// the stream
connection.isTimed = () => clock && clock.runs === page.color;
connection.onChange = tick;
const show = (news) => {
	men = news.board;
	last = news.last;
	check = news.check;
	targets = news.targets;
	clock = news.clock;
	clockAt = Date.now();
	if (byId("actions")) [byId("actions").hidden, byId("again").hidden] = [news.over, !news.over];
	if (!news.open) byId("invite")?.remove();
	if (!news.waits) byId("waits")?.remove();
	if (chosen && at(chosen) === ".") chosen = "";
	headline = news.title;
	put(document.querySelector("h1"), news.heading);
	document.title = `${headline} - ${news.heading} - ${page.hall}`;
	draw();
	showTurn(byId("table"), news.turn, news.names);
	tick();
	writeMoves(news.moves, news.next);
	byId("line-form").seen.value = news.ply;
	return ask(news);
};
const take = (news) => {
	writeLog(news.log);
	const isCalled = show(news), now = news.now.filter((text) => !isCalled || !text.endsWith(news.asked));
	document.dispatchEvent(new CustomEvent("news", { detail: news }));
	if (!connection.tells(now) && !window.hallSound?.speaks()) {
		for (const text of now) announce("now", text);
		for (const text of news.aside) announce("aside", text);
	}
};
listenTo((after) => `${path}/stream?after=${after}`, page.after, { said: take });
setTimeout(() => announce("aside", page.headline ? `${texts.opening} ${headline}.` : texts.opening), 1000);

// full screen
const full = byId("full");
full.hidden = !document.fullscreenEnabled;
full.onclick = () => document.fullscreenElement ? document.exitFullscreen() : document.body.requestFullscreen();
document.onfullscreenchange = () => { full.ariaPressed = !!document.fullscreenElement; };
