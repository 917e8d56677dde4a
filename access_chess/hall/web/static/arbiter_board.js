"use strict";
// One board of the arbiter: a line for rulings there, and all else as it is now.

const PARTS = ["state", "table", "orders", "events"];

let isFetching = false, isWanted = false;
const refresh = async () => {
	isWanted = true;
	if (isFetching) return;
	isFetching = true;
	while (isWanted) {
		isWanted = false;
		const news = await takenAnew(`/arbiter/board/${desk.watches}`, PARTS);
		if (!news) break;
		document.title = news.title;
	}
	isFetching = false;
};

listenAtDesk((news) => {
	tellDesk(news);
	refresh();
});
setInterval(refresh, 5000); // clocks, and events that nobody is told of

place("ruling").addEventListener("submit", (event) => {
	event.preventDefault();
	const line = field.value;
	if (!line) return;
	field.value = "";
	rulings.send("/arbiter/line", { line, board: desk.watches }, { text: line, isTyped: true });
});
