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

// An empty line goes on, and where a square is asked for, one answers: both come before the script of a game.
document.addEventListener("submit", (event) => {
	const { id } = event.target;
	const answer = id === "line-form" && !field.value ? "" : id === "squares" && takesSquare ? event.submitter.value : null;
	if (answer === null) return;
	event.preventDefault();
	event.stopImmediatePropagation();
	send(`${path}/line`, { line: answer }, answer);
}, true);

// Who points and types goes on typing.
byId("actions").addEventListener("click", (event) => {
	if (event.pointerType === "mouse" && event.target.closest("button")) setTimeout(() => field.focus());
});
