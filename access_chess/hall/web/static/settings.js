"use strict";
// Settings are saved where they stand; what is chosen and saved before the hall has answered is sent after it.
const settings = byId("settings");
const savings = sender({
	csrf: settings.csrf.value,
	answered: ({ fields: { theme, size, board, squares } }, text, isSaved) => {
		if (!isSaved) return;
		Object.assign(document.documentElement.dataset, { theme, size, board, squares });
		announce("now", settings.dataset.saved);
	},
});
let last = "", savedAt = -HELD;
settings.addEventListener("submit", (event) => {
	event.preventDefault();
	const fields = Object.fromEntries(new FormData(settings)), now = JSON.stringify(fields);
	if (now === last && event.timeStamp - savedAt < HELD) return;
	[last, savedAt] = [now, event.timeStamp];
	savings.send(settings.action, fields, { text: event.submitter?.textContent });
});
