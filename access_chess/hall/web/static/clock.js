"use strict";
// The talking chess clock, a page that needs no server once it is loaded. First its arithmetic: that of the Laws for a
// clock alone (access_chess/laws: clock.py, flags.py, pressing.py), in whole milliseconds. A test replays it there.

// A control has { white, black, onQuota }: the periods of each, and whether the next begins when the moves are made.
// A period has { time, moves, increment, delay, sandglass, renewed, up }; without moves it is for all that are left.
const SIDES = ["white", "black"];
const other = (side) => (side === "white" ? "black" : "white");
const newHalf = ([first]) => ({ main: first.time + first.increment, used: 0, spent: 0, period: 0, moves: 0, flag: null });
const newClock = (control) => ({
	control, running: null, last: null, since: 0, isStarted: false, white: newHalf(control.white), black: newHalf(control.black),
});
const withHalf = (clock, side, changes) => ({ ...clock, [side]: { ...clock[side], ...changes } });

const periodOf = (clock, side) => clock.control[side][clock[side].period];
const following = (clock, side) => clock.control[side][clock[side].period + 1];
const quota = (clock, side) => {
	const soFar = clock.control[side].slice(0, clock[side].period + 1);
	return soFar.some(({ moves }) => !moves) ? null : soFar.reduce((sum, { moves }) => sum + moves, 0);
};
const passedOf = (clock, side, at) => (clock.running === side ? at - clock.since : 0);
const gives = (clock, side) => periodOf(clock, side).sandglass && !periodOf(clock, other(side)).up;
const delayLeft = (clock, side, at) => Math.max(0, periodOf(clock, side).delay - clock[side].used - passedOf(clock, side, at));
const balance = (clock, side, at) => {
	const given = gives(clock, other(side)) ? passedOf(clock, other(side), at) : 0;
	return clock[side].main + given - Math.max(0, clock[side].used + passedOf(clock, side, at) - periodOf(clock, side).delay);
};
const remaining = (clock, side, at) =>
	periodOf(clock, side).up ? clock[side].main + clock[side].used + passedOf(clock, side, at) : Math.max(0, balance(clock, side, at));
const bronstein = (clock, side, at) =>
	periodOf(clock, side).up ? remaining(clock, side, at) : Math.max(0, balance(clock, side, at) + delayLeft(clock, side, at));

const stopped = (clock, at) => {
	const side = clock.running, elapsed = at - clock.since;
	if (!side) return clock;
	let next = withHalf(clock, side, { used: clock[side].used + elapsed, spent: clock[side].spent + elapsed });
	if (gives(clock, side)) next = withHalf(next, other(side), { main: clock[other(side)].main + elapsed });
	return { ...next, running: null, last: side, since: at };
};
const started = (clock, side, at) => ({ ...stopped(clock, at), running: side, since: at, isStarted: true });
const inNextPeriod = (clock, side, at) => {
	const before = periodOf(clock, side), after = following(clock, side);
	const next = clock.running === side ? started(clock, side, at) : clock; // a sandglass has given until now
	const increment = clock.control.onQuota ? 0 : Math.max(0, after.increment - before.increment);
	const { main, used, period } = next[side];
	return withHalf(next, side, { main: main + after.time + increment, used: used + after.delay - before.delay, period: period + 1 });
};
const atZero = (clock, side, at) => {
	const next = following(clock, side), needed = quota(clock, side);
	const isMissed = needed !== null && clock[side].moves < needed;
	if (next && !isMissed && (next.renewed || !clock.control.onQuota)) return inNextPeriod(clock, side, at);
	const fallen = withHalf(clock, side, { flag: at });
	return periodOf(clock, side).increment ? stopped(fallen, at) : fallen; // a fallen flag ends the additions, for both
};
// What time alone has changed up to an instant; of what happens in it, a player's act comes first.
const passed = (clock, until, isActing = false) => {
	for (;;) {
		const side = clock.running;
		if (!side || clock[side].flag !== null || periodOf(clock, side).up) return clock;
		const due = clock.since + clock[side].main + periodOf(clock, side).delay - clock[side].used;
		if (due > until || (due === until && isActing)) return clock;
		clock = atZero(clock, side, due);
	}
};
const pressed = (before, side, at) => {
	let clock = passed(before, at, true);
	if (!clock.isStarted) return started(clock, other(side), at);
	if (clock.running !== side) return clock;
	const next = following(clock, side), needed = quota(clock, side), isDown = clock[side].flag !== null;
	const isReached = needed !== null && clock[side].moves + 1 >= needed;
	if (clock.control.onQuota && !isDown && isReached && next && !next.renewed) clock = inNextPeriod(clock, side, at);
	const main = { white: remaining(clock, "white", at), black: remaining(clock, "black", at) }, period = periodOf(clock, side);
	if (!isDown) main[side] = period.renewed ? Math.max(main[side], period.time) : main[side] + period.increment;
	const { spent, moves } = clock[side];
	clock = withHalf(clock, side, { spent: spent + at - clock.since, moves: moves + 1 });
	for (const each of SIDES) clock = withHalf(clock, each, { main: main[each], used: 0 });
	return { ...clock, running: other(side), since: at };
};
const halted = (clock, at) => stopped(passed(clock, at, true), at);
const resumed = (before, at) => {
	const clock = passed(before, at, true);
	return clock.running ? clock : started(clock, clock.last || "white", at);
};

// Time controls as they are typed (access_chess/notation/typed_time.py): minutes, from 180 on seconds, or with units.
const NUMBER = "\\d{1,6}(?:\\.\\d{1,6})?", UNITS = { h: 3600, m: 60, min: 60, s: 1, sec: 1 };
const WITH_UNITS = `${NUMBER} ?(?:h|min|m|sec|s)(?![a-z])(?: ?${NUMBER} ?(?:min|m|sec|s)(?![a-z]))*`;
const TIME = new RegExp(`(?<lead>[+dx] ?)?(?<time>\\d{1,3}(?::\\d\\d)?:${NUMBER}|${WITH_UNITS}|${NUMBER})(?<count>[/x](?=\\d))?`, "g");
const UNCLEAR = new RegExp(`^(?:\\d+/${NUMBER}(?:\\+${NUMBER})?|${NUMBER}\\+${NUMBER})/${NUMBER}$`);
const PERIOD = new RegExp(`^(?:(?<moves>\\d{1,6})/)?(?<time>${NUMBER})(?:\\+(?<increment>${NUMBER})|d(?<delay>${NUMBER}))?(?<sandglass> sandglass)?$`);
const isBare = (time) => /^\d+(\.\d+)?$/.test(time);
const secondsOf = (time, isMinutes) => {
	if (time.includes(":")) return time.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
	if (isBare(time)) return Number(time) * (isMinutes ? 60 : 1);
	return [...time.matchAll(/([\d.]+) ?([a-z]+)/g)].reduce((sum, [, number, unit]) => sum + number * UNITS[unit], 0);
};
const inSeconds = (typed) => {
	const text = typed.replace(/ *[+|] */g, "+"), found = [...text.matchAll(TIME)], counts = new Map();
	const isBehindCount = (each) => [...counts.values()].includes(each.index);
	for (const each of found) {
		const { lead, time, count } = each.groups;
		if (count && /^\d+$/.test(time) && !lead && !isBehindCount(each)) counts.set(each.index, each.index + each[0].length);
	}
	const isBase = (each) => !counts.has(each.index) && !each.groups.lead && !(isBehindCount(each) && text[each.index - 1] === "x");
	const isMinutes = found.every((each) => !isBase(each) || !isBare(each.groups.time) || each.groups.time < 180);
	let read = "", end = 0;
	for (const each of found) {
		const { lead = "", time, count = "" } = each.groups;
		const stroke = count === "/" && !counts.has(each.index) ? " / " : count;
		read += text.slice(end, each.index) + lead.trim() + Number(secondsOf(time, isMinutes && isBase(each)).toFixed(6)) + stroke;
		end = each.index + each[0].length;
	}
	return read + text.slice(end);
};
const readPeriod = (part) => {
	const plain = { time: 0, moves: null, increment: 0, delay: 0, sandglass: false, renewed: false, up: false };
	if (part === "up") return [{ ...plain, up: true }];
	const byoYomi = part.match(/^(\d{1,2})x(\d{1,6}(?:\.\d{1,6})?)$/);
	if (byoYomi) return Array(Number(byoYomi[1])).fill({ ...plain, time: Math.round(byoYomi[2] * 1000), renewed: true });
	const read = part.match(PERIOD)?.groups, ms = (text) => Math.round((text || 0) * 1000);
	if (!read || read.moves && !Number(read.moves)) return [];
	const { moves, sandglass } = read;
	return [{ ...plain, time: ms(read.time), moves: moves ? Number(moves) : null, increment: ms(read.increment), delay: ms(read.delay), sandglass: Boolean(sandglass) }];
};
const readPeriods = (text) => {
	const parts = text.split(",").map((part) => readPeriod(part.trim())), periods = parts.flat();
	const isInOrder = periods.slice(1).every((next, at) =>
		!periods[at].up && !next.up && (next.renewed || (!periods[at].renewed && periods[at].moves)));
	const isPossible = periods.every(({ time, increment, delay, up }) =>
		Math.max(time, increment, delay) <= 24 * 3600000 && (up || time + increment + delay > 0));
	return parts.every((part) => part.length) && isInOrder && isPossible ? periods : null;
};
// What others write, as this reader has it; null for what may mean two things.
const SPELLINGS = [
	[/[′’‘´]/g, "'"], [/[″“”]|''/g, '"'], [/(?<=\d) ?'/g, "m"], [/(?<=\d) ?"/g, "s"],
	[/(?<=\d) ?(?:minutes?|mins)\b/gi, "m"], [/(?<=\d) ?(?:seconds?|secs)\b/gi, "s"], [/(?<=\d) ?(?:hours?|hrs?)\b/gi, "h"],
	[/(?<=[ms\d]) ?(?:\/|per|a|each) ?moves?\b/gi, ""], [/(?<=\d) ?moves?\b/gi, ""],
];
const PGN_PART = `(?:\\d+/)?${NUMBER}(?:\\+${NUMBER})?`, PGN = new RegExp(`^(?=\\d+/(\\d+))${PGN_PART}(?::${PGN_PART})+$`);
const IN_GAME = /^((?:\d+\/\d{1,3}m?[,;] *)*)(?:G|game|SD) ?\/? ?(\d{1,3})(?:m|min)?(?: *[;,]? *(d|delay|inc|i|\+) ?\/?(\d+)s?)?$/i;
const END = "(?:/ ?(?:end|rest|all|game|fin|ende|ko|sd|g))?"; // 90'/40+30'/end+30"
const INVITED = new RegExp(`^\\(?(${NUMBER})m/(\\d+) ?\\+ ?(${NUMBER})m${END}\\)?(?: ?\\+ ?(\\d+)s)?$`, "i");
const plainly = (typed) => {
	const text = SPELLINGS.reduce((read, [spelling, unit]) => read.replace(spelling, unit), typed.trim());
	const pgn = text.match(PGN), inGame = text.match(IN_GAME), invited = text.match(INVITED);
	if (UNCLEAR.test(text)) return null;
	if (pgn && pgn[1] >= 180) return text.replaceAll(":", ", ");
	if (pgn && pgn[1] >= 60) return null;
	if (inGame) {
		const [, before, time, sign = "", each] = inGame, addition = each ? (/^d/i.test(sign) ? "d" : "+") + each : "";
		const parts = before.split(/[,;]/).map((part) => part.trim().replace(/m$/, "")).filter(Boolean);
		return [...parts, time].map((part) => `${part}:00${addition}`).join(", ");
	}
	if (!invited) return text;
	const [, first, moves, rest, each] = invited, addition = each ? `+${each}s` : "";
	return `${moves}/${first}m${addition}, ${rest}m${addition}`;
};
// The control that was typed; null where it cannot be read.
const readControl = (typed, onQuota = false) => {
	const text = plainly(typed), players = [""];
	if (text === null) return null;
	for (const piece of inSeconds(text).split(/( \/ |[,/])/)) {
		const isBehindMoves = piece === "/" && /^\s*\d*\s*$/.test(players.at(-1).split(",").at(-1));
		if (piece.trim() === "/" && !isBehindMoves) players.push("");
		else players[players.length - 1] += piece;
	}
	const [white, black = white] = players.map(readPeriods);
	return players.length < 3 && white && black ? { white, black, onQuota } : null;
};
