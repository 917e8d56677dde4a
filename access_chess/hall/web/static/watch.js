"use strict";
// Demonstration boards: one stream for all boards of a page.

const boards = page.boards, isWall = !byId("log");
const follow = byId("follow");
let isAloud = Boolean(follow) && kept("aloud") === boards; // a page that is loaded anew goes on
if (follow) {
	follow.hidden = false;
	follow.setAttribute("aria-pressed", String(isAloud));
	follow.addEventListener("click", () => {
		isAloud = !isAloud;
		follow.setAttribute("aria-pressed", String(isAloud));
		keep("aloud", isAloud && boards);
	});
}

// The board of one game is walked as a player walks theirs, and nothing on it can be chosen.
const board = byId("board"), squares = board ? squaresOf(board) : [];
if (board) {
	const walk = walking(board, squares, byId("e2"), () => announce("now", page.edge));
	board.addEventListener("keydown", (event) => {
		if (!isOther(event) && walk(event)) event.preventDefault();
	});
}

const clocks = new Map();
const tick = () => { for (const [place, { clock, at }] of clocks) showClocks(place, clock, at); };

// A board of a wall is one picture: its squares have no names, and are found by their places.
const drawPicture = (picture, { men, last, check, position }) => {
	const isTurned = picture.nextElementSibling.textContent[0] === "1";
	[...picture.querySelectorAll("b")].forEach((square, place) => {
		const at = isTurned ? 63 - place : place, name = "abcdefgh"[at % 8] + (8 - (at >> 3));
		square.className = name === check ? "check" : last.includes(name) ? "last" : "";
		drawMan(square, men[at]);
	});
	picture.setAttribute("aria-label", position);
};

const show = (news) => {
	const place = byId(`board-${news.board}`);
	showTurn(place, news.turn, page.names !== "off" && news.names);
	if (news.clock) clocks.set(place, { clock: news.clock, at: Date.now() - news.age });
	tick();
	if (isWall) {
		drawPicture(place.querySelector(".squares"), news);
		put(place.querySelector(".state"), news.state);
		if (news.newest) put(place.querySelector(".newest"), news.newest);
	} else {
		drawBoard(squares, JSON.parse(page.words), news);
		put(document.querySelector("h1"), `${page.title}. ${news.state}`);
		document.title = `${news.state} - ${page.title} - ${page.hall}`;
		writeMoves(news.moves, news.next);
		writeLog(news.say.map((text) => ({ text })));
	}
	if (!connection.tells(news.say) && isAloud && news.say.length) announce("aside", news.say.join(". "));
};

for (const place of document.querySelectorAll(".watched")) {
	const clock = JSON.parse(place.dataset.clock);
	if (clock) clocks.set(place, { clock, at: Date.now() - place.dataset.age });
}
const after = boards.split(",").map((number) => byId(`board-${number}`).dataset.after).join(",");
document.addEventListener("DOMContentLoaded", () => { // every script of this page is there when its first event comes
	listenTo((seen) => `/stream?boards=${boards}&after=${seen.replaceAll("-", ",")}${isWall ? "&wall=1" : ""}`, after, { board: show }, SILENT.board);
});
setInterval(tick, 500);
connection.onChange = tick;
