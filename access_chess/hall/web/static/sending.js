"use strict";
// How what is typed comes to the hall: one line after the other, each once; and what is told while the hall is away.

const AGAIN = 2000, GIVES_UP = 60000, ANSWERS = 8000; // ms: sent again, given up, waited for an answer
const HELD = 700; // ms in which a second Enter is the first one's
const LOST = 3000, REMIND = 30000, GATHERED = 300;
const SILENT = { here: 12000, board: 40000 }; // ms without a sign of life after which a stream is opened anew
const PAUSE = 300; // ms without a key after which nobody is typing
const TYPED = 50; // lines that the arrow brings back
const own = document.body.dataset;
const told = own.line ? JSON.parse(own.line) : {};

const kept = (name) => { try { return JSON.parse(sessionStorage.getItem(name)); } catch { return null; } };
const keep = (name, value) => { try { sessionStorage.setItem(name, JSON.stringify(value)); } catch { /* nothing is kept here */ } };
const newTicket = () => crypto.getRandomValues(new BigUint64Array(2)).join("-");

// Lost and found, in the same words on every page: the stream, or a form that was not answered.
const connection = (() => {
	const lost = new Set();
	let since = 0, reminder = 0, isTold = false, gathers = false, news = [], finding = 0;
	const it = {
		isTimed: () => false, // whether this player's clock runs
		onChange: () => {},
		onFound: () => {},
		// for clocks: the instant that they show, and its name where it has gone by
		now: () => since || Date.now(),
		asOf: () => isTold && since ? `, ${fill(told.as_of, { time: new Date(since).toTimeString().slice(0, 8) })}` : "",
	};
	const tell = () => {
		isTold = true;
		gathers ||= lost.has("stream");
		announce("aside", it.isTimed() ? told.connection_lost : told.connection_lost_untimed);
		reminder = setTimeout(tell, REMIND);
		it.onChange();
	};
	it.lose = (what) => {
		since ||= Date.now();
		lost.add(what);
		gathers ||= isTold && what === "stream";
		clearTimeout(finding);
		finding = 0;
		reminder ||= setTimeout(tell, LOST);
	};
	it.find = (what) => {
		lost.delete(what);
		if (what === "stream") it.onFound();
		if (lost.size || !since || finding) return;
		clearTimeout(reminder);
		reminder = 0;
		finding = setTimeout(() => {
			since = finding = 0;
			if (isTold) {
				const count = news.length;
				if (!count) announce("aside", told.connected_again);
				else if (count <= 5) announce("aside", [counted(told.connected_again_with, count), ...news].join(" "));
				else announce("aside", `${counted(told.connected_again_many, count)} ${news.at(-1)}`);
			}
			isTold = gathers = false;
			news = [];
			it.onChange();
		}, isTold ? GATHERED : 0);
	};
	// Whether texts are told together with the connection's return.
	it.tells = (texts) => {
		if (gathers) news.push(...texts.filter(Boolean));
		return gathers;
	};
	addEventListener("offline", () => { if (own.line) it.lose("line"); });
	addEventListener("online", () => it.find("line"));
	return it;
})();

let goesAt = 0;
addEventListener("beforeunload", () => { goesAt = Date.now(); });

// A stream of events from the hall; one that is silent for too long is taken for lost. `at` makes its address.
const listenTo = (at, after, events, silence = SILENT.here) => {
	let stream = null, last = after, heardAt = 0;
	const open = () => {
		heardAt = Date.now();
		stream = new EventSource(at(last));
		const heard = (take) => (event) => {
			heardAt = Date.now();
			if (event.lastEventId) last = event.lastEventId;
			connection.find("stream");
			take?.(JSON.parse(event.data));
		};
		stream.onopen = () => { heardAt = Date.now(); connection.find("stream"); };
		stream.onerror = () => {
			connection.lose("stream");
			if (stream.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), REMIND);
		};
		for (const [name, take] of Object.entries({ here: null, ...events })) stream.addEventListener(name, heard(take));
		// A form, or the link that was followed, says where to go.
		const reload = (to) => {
			if (ahead.isOn || Date.now() - goesAt < ANSWERS) setTimeout(reload, PAUSE, to);
			else if (to) leave(to); // there is nothing here any more
			else location.reload();
		};
		stream.addEventListener("reload", ({ data }) => { stream.close(); reload(JSON.parse(data).to); });
	};
	open();
	setInterval(() => {
		if (stream.readyState === EventSource.CLOSED || Date.now() - heardAt < silence) return;
		connection.lose("stream");
		stream.close();
		open();
	}, 1000);
};

// The lines of a page: `field` is where they are typed, `csrf` the token of its session.
const sender = ({ field, csrf, seen = () => "", isSeenWhenSent = false, question = () => "", refused = () => {}, answered = () => {} }) => {
	const queue = [], typed = kept("typed") ?? [];
	let isSending = false, isLeaving = false, wake = () => {}, place = typed.length, draft = "", revived = null;
	const store = () => keep("lines", queue.filter((each) => !each.isDoubt));
	const remember = (text) => {
		if (typed.at(-1) !== text) typed.push(text);
		typed.splice(0, typed.length - TYPED);
		place = typed.length;
		keep("typed", typed);
	};

	// What was not done is told, and stands to be sent again: the oldest in the field, if that is free.
	const giveBack = (entries) => {
		const lines = entries.filter((each) => each.text);
		if (!lines.length) return;
		announce("now", fill(told.not_sent, { lines: lines.map((each) => each.text).join(", ") }));
		const oldest = lines.find((each) => each.isTyped);
		for (const each of lines.filter((line) => line.isTyped)) remember(each.text);
		if (oldest) putBack(oldest);
	};
	const putBack = (entry) => {
		if (!field || field.value) return;
		revived = entry;
		field.value = entry.text;
		field.select();
	};
	const give = (entry) => {
		queue.push(entry);
		store();
		if (!isSending) pump();
		else wake();
	};
	const send = (to, fields, { text = "", isTyped = false, ...more } = {}) => {
		if (isLeaving) return keep("lines", [...kept("lines") ?? [], { to, fields, ticket: newTicket(), text, isTyped, tries: 0 }]);
		const isAgain = isTyped && revived?.text === text; // it may have come to the hall: by its ticket it is done once
		const ticket = isAgain ? revived.ticket : newTicket();
		revived = null;
		if (isTyped) remember(text);
		give({ to, fields, text, isTyped, ticket, seen: isSeenWhenSent ? null : seen(), question: question(), at: Date.now(), tries: 0, ...more });
		return ticket;
	};

	const post = async ({ to, fields, ticket, seen: ply, question: number, tries, isDoubt }) => {
		const all = { csrf, ...fields, ticket, seen: ply ?? "", question: number ?? "" };
		if (tries > 1) all.again = 1;
		if (isDoubt) all.doubt = 1;
		const slow = setTimeout(() => connection.lose("form"), LOST);
		try {
			const answer = await fetch(to, { method: "POST", headers: { "X-Live": "1" }, body: new URLSearchParams(all), signal: AbortSignal.timeout(ANSWERS) });
			return { answer, text: answer.status === 204 ? "" : await answer.text() };
		} catch { return { answer: null }; } finally { clearTimeout(slow); }
	};
	const isAway = (answer) => !answer || [429, 502, 504].includes(answer.status);
	const pump = async () => {
		isSending = true;
		while (queue.length && !isLeaving) {
			const entry = queue[0];
			entry.tries += 1;
			entry.seen ??= seen();
			store();
			const { answer, text } = await post(entry);
			if (isAway(answer)) {
				if (!answer) connection.lose("form");
				giveUp();
				await new Promise((again) => { wake = again; setTimeout(again, AGAIN); });
				continue;
			}
			connection.find("form");
			queue.shift();
			store();
			if (entry.isDoubt) settle(entry, answer, text);
			else take(entry, answer, text);
		}
		isSending = false;
	};
	const giveUp = () => {
		const old = queue.filter((each) => !each.isDoubt && Date.now() - each.at > GIVES_UP);
		if (!old.length) return;
		queue.splice(0, queue.length, ...queue.filter((each) => !old.includes(each)));
		if (old[0].tries) queue.unshift({ ...old[0], isDoubt: true, rest: null });
		store();
		giveBack(old);
	};
	// What became of a line whose answer was lost.
	const settle = ({ rest, ...entry }, answer, text) => {
		const isDone = answer.headers.has("X-Done");
		if (isDone) {
			announce("now", text);
			if (field?.value === entry.text) field.value = "";
			if (revived?.ticket === entry.ticket) revived = null;
		}
		if (rest) giveBack(isDone ? rest : [entry, ...rest]);
	};
	const take = (entry, answer, text) => {
		const ply = answer.headers.get("X-Ply"), onward = answer.headers.get("X-Go");
		if (ply) for (const each of queue) each.seen = ply; // typed ahead, for the position after this line
		if (onward) {
			isLeaving = true;
			if (field) keep("draft", { at: Date.now(), path: onward });
			leave(onward);
			return;
		}
		if (answer.headers.has("X-Done")) return later(text);
		if (answer.headers.has("X-Changed")) return giveBack([entry, ...queue.splice(0)]);
		answered(entry, answer.ok ? text : "", answer.ok);
		if (!answer.ok) announce("now", text);
		if (!text) return;
		const rest = queue.splice(0); // what was typed after a line that was refused was meant for another position
		store();
		refused({ ...entry, ticket: newTicket() }, text);
		giveBack(rest.map((each) => ({ ...each, isTyped: each.isTyped && !field?.value })));
	};
	// The page of a hall that was begun anew is loaded anew, which would cut this off.
	const later = (text) => {
		keep("told", text);
		setTimeout(() => { if (kept("told") === text) { keep("told", null); announce("now", text); } }, GIVES_UP / 20);
	};

	// the field
	field?.addEventListener("keydown", (event) => {
		if (!["ArrowUp", "ArrowDown"].includes(event.key) || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
		event.preventDefault();
		const to = place + (event.key === "ArrowUp" ? -1 : 1);
		if (to < 0 || to > typed.length) return;
		if (place === typed.length) draft = field.value;
		place = to;
		field.value = typed[to] ?? draft;
	});
	addEventListener("pagehide", () => {
		if (field && !isLeaving) keep("draft", { at: Date.now(), text: field.value, path: location.pathname });
		else if (field) keep("draft", { ...kept("draft"), text: field.value });
	});
	connection.onFound = () => wake();
	// What was being typed when the last page went stands here, before what has been typed since.
	const before = kept("draft"), left = kept("lines") ?? [];
	for (const name of field ? ["lines", "draft"] : ["lines"]) keep(name, null);
	if (field && before?.text && before.path === location.pathname && Date.now() - before.at < GIVES_UP) {
		field.value = before.text + field.value;
		field.setSelectionRange(field.value.length, field.value.length);
	}
	setTimeout(() => { // when the page has begun
		const done = kept("told");
		keep("told", null);
		if (done) announce("now", done);
		if (!left.length) return;
		const [first, ...rest] = left.map((each) => ({ ...each, at: Date.now() }));
		if (first.tries) give({ ...first, isDoubt: true, rest });
		else setTimeout(() => giveBack(left), 1500);
	});
	return { send, putBack, isBusy: (to, { name, value }) => queue.some((each) => each.to === to && each.fields[name] === value) };
};

// Another page is not begun in the middle of a word, which would fall between the two, nor under a key that is held down
// and has not begun to repeat itself.
let keyAt = -PAUSE;
for (const [kind, more] of [["keydown", HELD], ["keyup", 0]]) document.addEventListener(kind, () => { keyAt = performance.now() + more; }, true);
const leave = (path) => {
	if (performance.now() - keyAt < PAUSE) return void setTimeout(leave, PAUSE / 3, path);
	const to = new URL(path, location.href), isHere = to.pathname + to.search === location.pathname + location.search;
	location.href = path;
	if (isHere) location.reload();
};

// Enter or Space that is held down presses nothing a second time.
document.addEventListener("keydown", (event) => {
	if (event.repeat && ["Enter", " "].includes(event.key) && event.target.closest?.(event.key === "Enter" ? "button, a, input" : "button")) event.preventDefault();
}, true);
