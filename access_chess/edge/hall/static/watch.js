"use strict";
// Demonstration boards: one stream for all boards of a page.

const boards = document.body.dataset.boards;
const follow = document.getElementById("follow");
let isAloud = false;
if (follow) {
	follow.hidden = false;
	follow.addEventListener("click", () => {
		isAloud = !isAloud;
		follow.setAttribute("aria-pressed", String(isAloud));
	});
}

// The board of one game is walked as a player walks his, and nothing on it can be chosen.
const squares = [...document.querySelectorAll("#board button")];
const rove = (square) => {
	for (const each of squares) each.tabIndex = each === square ? 0 : -1;
};
if (squares.length) {
	const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
	rove(document.getElementById("e2"));
	document.getElementById("board").addEventListener("focusin", (event) => rove(event.target));
	document.getElementById("board").addEventListener("keydown", (event) => {
		if (event.altKey || event.metaKey) return;
		const index = squares.indexOf(event.target.closest("button")), column = index % 8, row = index >> 3;
		const [right, up] = STEPS[event.key] || [];
		const isOn = column + right >= 0 && column + right < 8 && row + up >= 0 && row + up < 8;
		let to;
		if (event.key === "Home") to = event.ctrlKey ? 56 : row * 8;
		else if (event.key === "End") to = event.ctrlKey ? 7 : row * 8 + 7;
		else if (event.ctrlKey || right === undefined) return;
		else if (isOn) to = index + right + 8 * up;
		event.preventDefault();
		if (to === undefined) announce("now", document.body.dataset.edge);
		else squares[to].focus();
	});
}

const shownTime = (milliseconds) => {
	const all = Math.max(0, Math.floor(milliseconds / 1000)), two = (number) => String(number).padStart(2, "0");
	const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
	return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
};
const clocks = new Map();
const tick = () => {
	for (const [place, { clock, at }] of clocks)
		for (const time of place.querySelectorAll("[data-side]")) {
			const side = time.dataset.side, text = shownTime(clock[side] - (clock.runs === side ? Date.now() - at : 0));
			if (time.textContent !== text) time.textContent = text;
		}
};

const show = (news) => {
	const place = document.getElementById(`board-${news.board}`), words = JSON.parse(place.dataset.words);
	for (const square of place.querySelectorAll("[data-square]")) {
		const name = square.dataset.square, letter = news.men["abcdefgh".indexOf(name[0]) + 8 * (8 - Number(name[1]))];
		const called = `${name} ${words[letter === "." ? "" : letter]}`;
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
	if (isAloud && news.say.length) announce("aside", news.say.join(". "));
};

if (boards) {
	for (const place of document.querySelectorAll(".watched")) {
		const clock = JSON.parse(place.dataset.clock);
		if (clock) clocks.set(place, { clock, at: Date.now() - place.dataset.age });
	}
	const after = boards.split(",").map((number) => document.getElementById(`board-${number}`).dataset.after).join(",");
	const stream = new EventSource(`/stream?boards=${boards}&after=${after}`);
	stream.addEventListener("board", (event) => show(JSON.parse(event.data)));
	stream.addEventListener("reload", () => { stream.close(); location.reload(); });
	setInterval(tick, 500);
}
