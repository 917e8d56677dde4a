"use strict";
// The arbiter's desk: says what comes, one thing at a time, and keeps the list and the table as they are now.

let isPaused = false;

const pause = place("pause");
pause.hidden = false;
pause.addEventListener("click", () => {
	isPaused = !isPaused;
	pause.setAttribute("aria-pressed", String(isPaused));
});

const clocks = new Map();
for (const row of document.querySelectorAll("tr[data-board]")) clocks.set(row, { clock: JSON.parse(row.dataset.clock), at: Date.now() });
const tick = () => {
	if (isPaused) return;
	for (const [row, { clock, at }] of clocks)
		if (clock) put(row.cells[3], ["white", "black"].map((side) => shownTime(clock[side] - (clock.runs === side ? connection.now() - at : 0))).join(" / ") + connection.asOf());
};

const linked = (board) => Object.assign(document.createElement("a"), {
	href: `/arbiter/board/${board}`, textContent: desk.board.replace("#", board),
});
const newRow = (board) => {
	const table = place("boards"), row = table.tBodies[0].insertRow(), head = document.createElement("th");
	head.scope = "row";
	head.append(linked(board));
	row.dataset.board = board;
	row.append(head, ...[1, 2, 3, 4].map(() => document.createElement("td")));
	for (const part of [row, ...row.cells]) part.setAttribute("role", part === row ? "row" : part === head ? "rowheader" : "cell");
	table.hidden = false;
	return row;
};
const showBoard = (board) => {
	const row = document.querySelector(`tr[data-board="${board.board}"]`) || (desk.whole && newRow(board.board));
	if (!row) return;
	put(row.cells[1], board.players);
	put(row.cells[2], board.state);
	put(row.cells[3], board.clocks);
	put(row.cells[4], board.link);
	clocks.set(row, { clock: board.clock, at: Date.now() });
};
const showNeeds = (needs) => {
	const list = place("needs"), lines = needs.map((need) => `${need.text} ${need.taken}`.trim());
	const shown = JSON.stringify([needs.map((need) => need.board), lines]);
	for (const [at, age] of [...list.querySelectorAll(".age")].entries()) if (list.dataset.shown === shown) put(age, needs[at].age);
	if (list.dataset.shown === shown) return;
	list.dataset.shown = shown;
	list.replaceChildren(...needs.map((need, at) => {
		const item = document.createElement("li");
		item.append(linked(need.board), `: ${lines[at]} `, Object.assign(made("span", need.age), { className: "age" }));
		return item;
	}));
	if (!needs.length) list.append(Object.assign(document.createElement("li"), { textContent: desk.none }));
};

// Codes that have been used go; who is signed in is taken from the page as it is now.
const showLists = ({ codes, people }) => {
	for (const code of document.querySelectorAll("[data-code]")) if (!codes.includes(code.dataset.code)) code.remove();
	const shown = [...document.querySelectorAll("[data-person]")].map((each) => Number(each.dataset.person));
	if (shown.join() === people.join()) return;
	takenAnew("/arbiter", ["people"]);
};

const take = (news) => {
	tellDesk(news);
	put(document.querySelector("h1"), news.title);
	document.title = `${news.title} - ${desk.hall}`;
	if (!isPaused) news.boards.forEach(showBoard);
	showNeeds(news.needs);
	showLists(news);
};
listenAtDesk(take);
setInterval(tick, 500);
connection.onChange = tick;

let sentAt = 0;
place("ruling").addEventListener("submit", (event) => {
	event.preventDefault();
	const line = field.value;
	if (!line && event.timeStamp - sentAt < HELD) return; // an empty line reads on, but not as the second of two Enters
	sentAt = event.timeStamp;
	field.value = "";
	rulings.send("/arbiter/line", { line }, { text: line, isTyped: Boolean(line) });
});
