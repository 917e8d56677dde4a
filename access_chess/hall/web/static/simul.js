"use strict";
// The giver's list of boards has a line of its own.
const list = byId("simul");
const field = byId("line");
const fault = (text) => {
	byId("fault").textContent = text;
	field.setAttribute("aria-invalid", Boolean(text));
	announce("now", text);
};
const lines = sender({ field, csrf: list.csrf.value, answered: (entry, text) => fault(text), refused: (entry) => lines.putBack(entry) });
list.addEventListener("submit", (event) => {
	event.preventDefault();
	const line = field.value;
	if (!line) return;
	field.value = "";
	lines.send(list.action, { line }, { text: line, isTyped: true });
});

// This page has no stream: it asks at times whether the hall is there.
setInterval(async () => {
	try {
		await fetch("/static/pieces.svg", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(ANSWERS / 2) });
		connection.find("hall");
	} catch { connection.lose("hall"); }
}, ANSWERS / 2);
