"use strict";
// What the arbiter's desk and the page of one of its boards have in common: the log, the field, and what is taken anew.

const desk = document.body.dataset;
const place = (id) => document.getElementById(id);

// What has been said, and what is said now; where the line was lost, it is told together.
const tellDesk = (news) => {
	place("seen").value = news.seen;
	writeLog(news.log.map((text) => ({ text })));
	if (connection.tells([...news.now, news.aside])) return;
	for (const text of news.now) announce("now", text);
	if (news.aside) announce("aside", news.aside);
};
const listenAtDesk = (take) => listenTo((after) => `/arbiter/stream?after=${after}`, desk.desk, { desk: take });

// Parts that have changed are taken from a page as it is now; where the focus is it stays. The page, if it came.
const takenAnew = async (address, ids) => {
	try {
		const answer = await fetch(address);
		if (!answer.ok) return null;
		const news = new DOMParser().parseFromString(await answer.text(), "text/html");
		for (const id of ids) {
			const old = place(id), part = news.getElementById(id);
			if (part && !old.isEqualNode(part) && !old.contains(document.activeElement)) old.replaceWith(document.adoptNode(part));
		}
		return news;
	} catch { return null; } // that the line is away is told by the stream
};

const field = place("line");
const rulings = sender({
	field, csrf: desk.csrf, seen: () => place("seen").value, isSeenWhenSent: true,
	answered: (entry, text) => {
		place("fault").textContent = text; // as a description of the field it would be read twice
		field.setAttribute("aria-invalid", Boolean(text));
	},
	refused: (entry) => rulings.putBack(entry),
});
