"use strict";
// The page of a lesson, beside the script of a game: the task and who stands where, and what an answer is there.

let takesSquare = page.square === "yes";
document.addEventListener("news", ({ detail: news }) => {
	if (news.color !== page.color) return location.reload(); // the board is turned
	takesSquare = news.square;
	put(byId("goal"), news.goal);
	const men = byId("men"), had = [...men.children].map((each) => each.textContent);
	if (had.join("\n") !== news.men.join("\n")) men.replaceChildren(...news.men.map((text) => made("li", text)));
});

// What is taken in the hand, a man or a deed, goes to the square that is pressed next. It stays there while the buttons
// are made anew, if it is still among them.
let mine = document.querySelector("#answers [aria-pressed=true]")?.value ?? "";
const hold = (value) => {
	mine = "";
	for (const each of document.querySelectorAll("#answers [name=from]")) {
		each.ariaPressed = each.value === value;
		if (each.value === value) mine = value;
	}
};
hold(mine);
document.addEventListener("news", () => hold(mine));
document.addEventListener("keydown", ({ key }) => { if (key === "Escape") hold(""); });

// Who presses Enter again because nothing has come yet goes on once.
let isGoingOn = false;
const goOn = () => {
	const to = `${path}/line`;
	if (isGoingOn && lines.isBusy(to, { name: "line", value: "" })) return;
	isGoingOn = true;
	send(to, { line: "" }, "");
};
document.addEventListener("news", () => { isGoingOn = false; });

// An empty line goes on, and where a square is asked for, one answers: all this comes before the script of a game.
document.addEventListener("submit", (event) => {
	const { target: { id }, submitter } = event;
	if (submitter?.name === "from") {
		const isTaken = submitter.value !== mine;
		hold(isTaken ? submitter.value : "");
		choose("");
		announce("now", isTaken ? `${submitter.textContent}, ${texts.selected}` : texts.dropped);
	} else if (id === "squares" && mine) {
		send(`${path}/square`, { from: mine, square: submitter.value }, `${mine} ${submitter.value}`);
		hold("");
	} else if (id === "squares" && takesSquare) send(`${path}/line`, { line: submitter.value }, submitter.value);
	else if (id === "line-form" && !field.value) goOn();
	else return;
	event.preventDefault();
	event.stopImmediatePropagation();
}, true);

// Who points and types goes on typing.
for (const id of ["actions", "answers"])
	byId(id).addEventListener("click", ({ pointerType, target }) => {
		if (pointerType === "mouse" && target.closest("button:not([name=from])")) setTimeout(() => field.focus());
	});
