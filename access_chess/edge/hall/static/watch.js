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
	place.querySelector(".state").textContent = news.state;
	if (news.clock) clocks.set(place, { clock: news.clock, at: Date.now() - news.age });
	const moves = place.querySelector(".moves");
	for (const move of news.say) {
		const item = document.createElement("li");
		item.textContent = move;
		moves?.append(item);
	}
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
