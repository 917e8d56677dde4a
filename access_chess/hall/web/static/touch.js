"use strict";
// The board under fingers: a man is dragged by who sees it, felt by who does not, and the board stands alone where wished.
// The page loads this when the board is first touched.

const body = document.body;
document.head.append(Object.assign(made("link", ""), { rel: "stylesheet", href: "/static/touch.css" }));
const isOwn = (square) => at(square) !== "." && (at(square) === at(square).toUpperCase()) === isWhite;

// Dragging: from a man of one's own, to be dropped on a square; outside the board and with Escape nothing is done.
const SLIP = 8; // pixels that a finger may slip and still taps
let drag = null, hasDragged = false;
const drop = () => {
	drag?.picture?.remove();
	drag?.from.classList.remove("lifted");
	drag = null;
};
grid.addEventListener("pointerdown", (event) => {
	const from = event.target.closest("button");
	hasDragged = false;
	if (drag || event.button || !event.isPrimary || !from || !isOwn(from.value)) return;
	drag = { from, x: event.clientX, y: event.clientY, picture: null };
});
document.addEventListener("pointermove", (event) => {
	if (!drag || !event.isPrimary) return;
	const { clientX: x, clientY: y } = event, { width } = drag.from.getBoundingClientRect();
	if (!drag.picture) {
		if (Math.hypot(x - drag.x, y - drag.y) < SLIP) return;
		if (chosen) choose("");
		drag.picture = drag.from.querySelector("svg").cloneNode(true);
		drag.picture.setAttribute("class", "dragged");
		body.append(drag.picture);
		drag.from.classList.add("lifted");
	}
	Object.assign(drag.picture.style, { width: `${width}px`, height: `${width}px`, left: `${x - width / 2}px`, top: `${y - width / 2}px` });
});
document.addEventListener("pointerup", (event) => {
	if (!drag || !event.isPrimary) return;
	const { from, picture } = drag;
	drop();
	if (!picture) return; // a tap, of which a click follows
	hasDragged = true;
	const to = document.elementFromPoint(event.clientX, event.clientY)?.closest("#board button");
	if (!to || to === from) return announce("now", texts.dropped);
	send(`${path}/square`, { from: from.value, square: to.value }, from.value + to.value);
});
document.addEventListener("pointercancel", drop);
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && drag) { drop(); announce("now", texts.dropped); } }, true);
grid.addEventListener("click", (event) => {
	if (hasDragged) event.preventDefault(); // of a man that came back to its square
	hasDragged = false;
}, true);
const draggable = () => { for (const each of buttons) each.toggleAttribute("data-own", isOwn(each.value)); };
new MutationObserver(draggable).observe(byId("line-form").seen, { attributes: true });
draggable();

// Feeling: long for a man of one's own, short for another's, twice at the edge.
const OWN = 20, OTHER = 8, EDGE = [8, 40, 8]; // ms
const feel = (pattern) => { if (page.touch === "vibrate") navigator.vibrate?.(pattern); };
let felt = null;
const touched = (event) => {
	const button = event.target.closest("button");
	if (!button || button === felt) return;
	felt = button;
	if (at(button.value) !== ".") feel(isOwn(button.value) ? OWN : OTHER);
};
for (const kind of ["pointerover", "focusin"]) grid.addEventListener(kind, touched);
document.addEventListener("edge", () => feel(EDGE));
grid.addEventListener("pointerleave", (event) => { if (felt && event.pointerType === "touch") feel(EDGE); felt = null; });

// The board alone: board, strips and a bar, and a question where one is asked.
const alone = byId("alone");
window.standAlone = (isAlone) => {
	body.classList.toggle("alone", isAlone);
	alone.hidden = !isAlone;
	(isAlone ? grid.querySelector("[tabindex='0']") : loneButton).focus();
};
const ALONE = {
	last: () => send(`${path}/line`, { request: "last_move" }),
	clock: () => send(`${path}/line`, { request: "both_clocks" }),
	undo: () => { choose(""); announce("now", texts.dropped); },
	back: () => standAlone(false),
};
alone.addEventListener("click", (event) => ALONE[event.target.closest("button")?.value]?.());
