"use strict";
// Demonstration boards: one stream for all boards of a page.

const boards = document.body.dataset.boards;
const follow = document.getElementById("follow");
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

// The board of one game is walked as a player walks his, and nothing on it can be chosen.
const squares = [...document.querySelectorAll("#board button")];
document.addEventListener("DOMContentLoaded", () => { // when hall.js is there, too
	if (!squares.length) return;
	const board = byId("board"), walk = walking(board, squares, byId("e2"), () => announce("now", page.edge));
	board.addEventListener("keydown", (event) => {
		if (!isOther(event) && walk(event)) event.preventDefault();
	});
});

const shownTime = (milliseconds) => {
	const all = Math.max(0, Math.floor(milliseconds / 1000)), two = (number) => String(number).padStart(2, "0");
	const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
	return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
};
const clocks = new Map();
const tick = () => {
	for (const [place, { clock, at }] of clocks)
		for (const time of place.querySelectorAll("[data-side]")) {
			const side = time.dataset.side, text = shownTime(clock[side] - (clock.runs === side ? connection.now() - at : 0)) + connection.asOf();
			if (time.textContent !== text) time.textContent = text;
		}
};

const show = (news) => {
	const place = document.getElementById(`board-${news.board}`), words = JSON.parse(place.dataset.words);
	for (const square of place.querySelectorAll("[data-square]")) {
		const name = square.dataset.square, letter = news.men["abcdefgh".indexOf(name[0]) + 8 * (8 - Number(name[1]))];
		const called = `${square.dataset.named}, ${words[letter === "." ? "" : letter]}`;
		if (square.getAttribute("aria-label") !== called) square.setAttribute("aria-label", called);
		square.className = news.last.includes(name) ? "last" : "";
		square.querySelector("use").setAttribute("href", letter === "." ? "" : `/static/pieces.svg#${letter}`);
	}
	if (squares.length) {
		const { title, hall } = document.body.dataset;
		document.querySelector("h1").textContent = `${title}. ${news.state}`;
		document.title = `${news.state} - ${title} - ${hall}`;
	} else place.querySelector(".state").textContent = news.state;
	if (news.clock) clocks.set(place, { clock: news.clock, at: Date.now() - news.age });
	for (const list of place.querySelectorAll(".moves, #log ul"))
		for (const move of news.say) {
			const item = document.createElement("li");
			item.textContent = move;
			list.append(item);
		}
	const log = place.querySelector("#log");
	while (log?.firstElementChild.children.length > 200) log.querySelector("li").remove();
	if (log) log.scrollTop = log.scrollHeight;
	if (!connection.tells(news.say) && isAloud && news.say.length) announce("aside", news.say.join(". "));
};

if (boards) { // every script of this page is there when its first event comes
	for (const place of document.querySelectorAll(".watched")) {
		const clock = JSON.parse(place.dataset.clock);
		if (clock) clocks.set(place, { clock, at: Date.now() - place.dataset.age });
	}
	const after = boards.split(",").map((number) => document.getElementById(`board-${number}`).dataset.after).join(",");
	listenTo((seen) => `/stream?boards=${boards}&after=${seen.replaceAll("-", ",")}`, after, { board: show }, SILENT.board);
	setInterval(tick, 500);
	connection.onChange = tick;
}
