"use strict";
// One board of the arbiter: a line for rulings there, and all else as it is now.

const desk = document.body.dataset;
const place = (id) => document.getElementById(id);
const PARTS = ["state", "squares", "clocks", "orders", "events"];

// What has changed is taken from the page as it is now; where the focus is it stays until the next time.
let isFetching = false, isWanted = false;
const refresh = async () => {
	isWanted = true;
	if (isFetching) return;
	isFetching = true;
	while (isWanted) {
		isWanted = false;
		try {
			const answer = await fetch(location.pathname);
			if (!answer.ok) break;
			const news = new DOMParser().parseFromString(await answer.text(), "text/html");
			document.title = news.title;
			for (const id of PARTS) {
				const old = place(id), part = news.getElementById(id);
				if (!old.isEqualNode(part) && !old.contains(document.activeElement)) old.replaceWith(document.adoptNode(part));
			}
		} catch { break; } // that the line is away is told by the stream
	}
	isFetching = false;
};

const take = (news) => {
	const list = place("log").firstElementChild;
	place("seen").value = news.seen;
	for (const text of news.log) list.append(Object.assign(document.createElement("li"), { textContent: text }));
	while (list.children.length > 200) list.firstElementChild.remove();
	if (news.log.length) place("log").scrollTop = place("log").scrollHeight;
	if (!connection.tells([...news.now, news.aside])) {
		for (const text of news.now) announce("now", text);
		if (news.aside) announce("aside", news.aside);
	}
	refresh();
};
listenTo((after) => `/arbiter/stream?after=${after}`, desk.desk, { desk: take });
setInterval(refresh, 5000); // clocks, and events that nobody is told of

const field = place("line");
const rulings = sender({
	field, csrf: desk.csrf, seen: () => place("seen").value,
	answered: (entry, text) => {
		place("fault").textContent = text;
		field.setAttribute("aria-invalid", Boolean(text));
	},
	refused: (entry) => rulings.putBack(entry),
});
place("ruling").addEventListener("submit", (event) => {
	event.preventDefault();
	const line = field.value;
	if (!line) return;
	field.value = "";
	rulings.send("/arbiter/line", { line, board: desk.watches }, { text: line, isTyped: true });
});
