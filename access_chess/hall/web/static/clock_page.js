"use strict";
// The page of the talking chess clock: hands, eyes and ears of the clock in clock.js. It needs no server once loaded.

// Words: all of them stand in the page, in the reader's language.
const byId = (id) => document.getElementById(id);
const { texts, phrases, nouns, keys, schedule, lang } = JSON.parse(document.body.dataset.words);
const rules = new Intl.PluralRules(lang);
const fill = (text, values = {}) => {
	const form = typeof text === "string" ? text : text[rules.select(values.count ?? values.seconds)] || text.other;
	return form.replace(/\{(\w+)\}/g, (_, name) => values[name]);
};
const phrase = (key, side, values) => fill(phrases[key][side] ?? phrases[key], values);
const timeWords = (ms, isExact) => {
	const tenths = Math.floor(ms / 100), seconds = Math.floor(tenths / 10) % 60;
	const parts = [["hour", Math.floor(tenths / 36000)], ["minute", Math.floor(tenths / 600) % 60]]
		.filter(([, count]) => count).map(([noun, count]) => fill(nouns[noun], { count }));
	if (isExact && tenths % 10) parts.push(fill(nouns.tenths, { seconds, tenths: tenths % 10 }));
	else if (seconds || !parts.length) parts.push(fill(nouns.second, { count: seconds }));
	return parts.join(nouns.joined);
};
const BRIEF = 20000; // ms: below it tenths are told
let chosen = {}; // in the form
const shown = (clock, side, at) => (chosen.delay === "bronstein" ? bronstein : remaining)(clock, side, at);
const timeOf = (clock, side, at, isExact) => {
	if (clock[side].flag !== null) return phrase("clock_of_flag", side);
	const left = shown(clock, side, at), time = timeWords(left, isExact || left < BRIEF), period = periodOf(clock, side);
	if (period.up) return phrase("clock_of_taken", side, { time });
	const periods = clock.control[side].length;
	if (period.renewed && periods > 1) return phrase("clock_of_byo_yomi", side, { time, count: periods - clock[side].period });
	const delay = clock.running === side && chosen.delay !== "bronstein" ? delayLeft(clock, side, at) : 0;
	return delay ? phrase("clock_of_delay", side, { time, delay: timeWords(delay, left < BRIEF) }) : phrase("clock_of", side, { time });
};
const difference = (clock, at) => {
	const [white, black] = SIDES.map((side) => shown(clock, side, at)), ups = SIDES.filter((side) => periodOf(clock, side).up);
	if (ups.length === 1) return phrase("clock_no_limit", ups[0]);
	if (Math.abs(white - black) < 100) return phrase("clock_no_difference");
	const time = timeWords(Math.abs(white - black), Math.abs(white - black) < BRIEF);
	return phrase(ups.length ? "clock_difference_taken" : "clock_difference", white > black ? "white" : "black", { time });
};
const movesLeft = (clock, side) => {
	const needed = quota(clock, side);
	if (needed === null) return phrase("clock_no_control");
	const count = needed - clock[side].moves;
	return count > 0 ? phrase("clock_to_control", side, { count }) : phrase("clock_control_reached", side);
};
const periodsWords = (periods, onQuota) => {
	const plain = periods.filter((each) => !each.renewed), count = periods.length - plain.length;
	const said = plain.map(({ time, moves, increment, delay, sandglass, up }) => {
		if (up) return phrase("control_counts_up");
		const values = { time: timeWords(time), count: moves };
		let period = moves ? phrase("control_moves", "", values) : phrase(plain.length === 1 ? "control_whole" : "control_rest", "", values);
		if (increment) period = phrase("control_increment", "", { period, addition: timeWords(increment) });
		if (delay) period = phrase("control_delay", "", { period, addition: timeWords(delay) });
		return sandglass ? phrase("control_sandglass", "", { period }) : period;
	});
	if (count) said.push(phrase("control_byo_yomi", "", { count, time: timeWords(periods.at(-1).time) }));
	const control = said.reduce((first, second) => phrase("control_then", "", { first, second }));
	return onQuota && plain.length > 1 ? phrase("control_on_quota", "", { control }) : control;
};
const controlWords = ({ white, black, onQuota }) => {
	const [first, second] = [white, black].map((periods) => periodsWords(periods, onQuota));
	return first === second ? first : phrase("control_two", "", { white: first, black: second });
};

// Telling: by this browser's voice or as text for a screen reader, never both; by vibration; by short sounds.
let isAloud = false, isFelt = false, lastTold = "", tones = null;
const voice = () => window.speechSynthesis?.getVoices().find((each) => each.lang.split(/[-_]/)[0].toLowerCase() === lang.split("-")[0]);
const silence = () => window.speechSynthesis?.cancel();
const tell = (text, region = "now") => {
	lastTold = byId("said").textContent = text;
	if (!isAloud) return void (byId(region).textContent = text + (byId(region).textContent === text ? "\u00a0" : ""));
	const said = new SpeechSynthesisUtterance(text);
	[said.voice, said.lang] = [voice(), lang];
	silence();
	speechSynthesis.speak(said);
};
const vibrate = (...pattern) => isFelt && navigator.vibrate?.(pattern);
const LONG = 600, SHORT = 150, REST = 250; // ms: ten minutes, one minute, and the rest after each
const feel = (ms) => {
	const minutes = Math.floor(ms / 60000), pulses = [...Array(Math.floor(minutes / 10)).fill(LONG), ...Array(minutes % 10).fill(SHORT)];
	vibrate(...(pulses.length ? pulses.flatMap((each) => [each, REST]) : [50, 80, 50, 80, 50]));
};
const sound = (...hertz) => {
	if (!tones) return;
	hertz.forEach((each, place) => {
		const tone = tones.createOscillator(), level = tones.createGain(), from = tones.currentTime + place * 0.1;
		tone.frequency.value = each;
		level.gain.setValueAtTime(0.3, from);
		level.gain.exponentialRampToValueAtTime(0.001, from + 0.09);
		tone.connect(level).connect(tones.destination);
		tone.start(from);
		tone.stop(from + 0.09);
	});
};

// The clock that runs. Its instants are this page's, and what passed while the phone slept, if that counts.
const TOO_SOON = 300, ASLEEP = 2000, SURE = 5000, KEPT = 5000; // ms
let clock = null, isWhole = false, moved = 0, gap = 0, due = null, told = {}, sureOf = "", sureAt = 0, timedBy = "";
let lastPress = -TOO_SOON, keptAt = 0, early = Date.now() - performance.now();
const at = (stamp = performance.now()) => Math.max(clock?.since ?? 0, Math.round(stamp + moved));
const nextTelling = () => {
	const side = clock.running;
	if (!side) return (due = null);
	const left = remaining(clock, side, at()), isUp = periodOf(clock, side).up;
	const marks = schedule.filter(([, below]) => !isUp || !below).map(([every, below]) =>
		isUp ? (Math.floor(left / every) + 1) * every : (Math.ceil((below ? Math.min(left, below + 1000) : left) / every) - 1) * every);
	const display = marks.length ? (isUp ? Math.min : Math.max)(...marks) : 0;
	due = chosen.tell === "standard" && display > 0 ? { side, display, isUp } : null;
};
const keep = () => {
	keptAt = at();
	localStorage.setItem("clock", JSON.stringify({ clock, at: keptAt, wall: Date.now() }));
};
const change = (to) => {
	clock = to;
	keep();
	nextTelling();
	draw(true);
};
const running = () => clock.running ?? clock.last ?? "white";
const press = (half, stamp, kind) => {
	const isFirst = !clock.isStarted, side = half ?? (isFirst ? "black" : running()), then = at(stamp), now = passed(clock, then, true);
	if (then - lastPress < TOO_SOON) return tell(texts.clock_too_soon);
	if (!isFirst && !now.running) return tell(phrase("refused_clocks_stopped_without_arbiter"));
	if (!isFirst && now.running !== side) return tell(phrase("refused_clock_not_running"));
	lastPress = then;
	gap = 0;
	change(pressed(clock, side, then));
	sound(1200);
	vibrate(20);
	const isNew = timedBy !== kind;
	timedBy = kind;
	const runs = phrase("clock_runs", clock.running), timed = texts[`clock_by_${kind}`];
	if (!isAloud || isFirst || isNew) tell(isNew ? `${runs} ${timed}` : runs);
	[byId("said").textContent, byId("timed").textContent] = [runs, timed];
};
const toggle = (stamp) => {
	const now = passed(clock, at(stamp));
	gap = 0;
	change(now.running ? halted(clock, at(stamp)) : resumed(clock, at(stamp)));
	tell(clock.running ? phrase("clock_runs", clock.running) : phrase("clocks_stopped"));
};
const tellTime = (sides, isExact) => {
	const now = passed(clock, at());
	feel(shown(now, sides[0], at()));
	tell(sides.map((side) => timeOf(now, side, at(), isExact)).join(" "));
};
const isSure = (deed) => {
	if (passed(clock, at()).running) return void tell(phrase("clocks_run_pause"));
	if (!clock.isStarted || (sureOf === deed && performance.now() - sureAt < SURE)) return true;
	[sureOf, sureAt] = [deed, performance.now()];
	tell(texts.clock_sure);
};
const set = (control) => {
	[gap, told, lastPress, timedBy] = [0, {}, -TOO_SOON, ""];
	change(newClock(control));
};
const leave = () => {
	silence();
	[byId("clock").hidden, byId("setting").hidden] = [true, false];
	awake?.release();
	byId("begin").focus();
};
const anew = () => isSure("set") && leave();
const DEEDS = {
	press: (side, stamp) => press(side, stamp, "key"),
	my_clock: (side) => tellTime([side]),
	opponent_clock: (side) => tellTime([other(side)]),
	both_clocks: (side) => tellTime([side, other(side)]),
	clock_exact: (side) => tellTime([side], true),
	clock_difference: () => tell(difference(passed(clock, at()), at())),
	clock_used: (side) => tell(phrase("clock_used", side, { time: timeWords(clock[side].spent + passedOf(clock, side, at())) })),
	clock_moves: (side) => tell(phrase("clock_moves", side, { count: clock[side].moves })),
	clock_to_control: (side) => tell(movesLeft(passed(clock, at()), side)),
	clock_control: () => tell(controlWords(clock.control)),
	repeat: () => tell(lastTold),
	clock_toggle: (side, stamp) => toggle(stamp),
	clock_set: anew,
	clock_new: () => { if (isSure("new")) { set(clock.control); tell(phrase("clock_waits")); } },
	stop: silence,
	help: () => tell([...byId("keys").querySelectorAll("li")].map((each) => each.textContent).join(". ")),
};

// What is seen, and the names of the halves: a name under the focus stays until something has happened.
const digits = (ms) => {
	const tenths = Math.floor(ms / 100), all = Math.floor(tenths / 10), two = (number) => String(number).padStart(2, "0");
	const end = `${Math.floor(all / 60) % 60}:${two(all % 60)}`;
	return all >= 3600 ? `${Math.floor(all / 3600)}:${end.padStart(5, "0")}` : ms < BRIEF ? `${end}.${tenths % 10}` : end;
};
const put = (place, text) => { if (place.textContent !== text) place.textContent = text; };
const draw = (hasHappened) => {
	const now = at(), seen = passed(clock, now);
	for (const side of SIDES) {
		const isRunning = seen.running === side, isDown = seen[side].flag !== null, left = shown(seen, side, now);
		const state = isDown ? texts.clock_flag : isRunning ? texts.runs : texts.clock_stands, half = byId(side);
		for (const face of document.querySelectorAll(`[data-side=${side}]`)) {
			face.dataset.state = isDown ? "down" : isRunning ? "runs" : "stands";
			put(face.querySelector(".left"), digits(left));
			put(face.querySelector(".state"), state);
		}
		const name = `${texts[side]}, ${timeWords(left)}, ${state}`;
		if (hasHappened || (half !== document.activeElement && Math.floor(left / 1000) % 10 === 0 && half.ariaLabel !== name)) half.ariaLabel = name;
		if (isDown && !told[side]) {
			told[side] = true;
			sound(784, 659, 523);
			vibrate(LONG, REST, LONG);
			tell(phrase("clock_of_flag", side));
		}
	}
	byId("stop").textContent = seen.running ? texts.clock_stop : texts.clock_start;
	for (const id of ["count", "leave"]) byId(id).hidden = !gap;
	for (const id of ["stop", "anew"]) byId(id).hidden = Boolean(gap);
	return seen;
};
const PATIENCE = (display) => (display >= 60000 ? 5000 : 500); // ms that a time may be told late
const tick = () => {
	if (byId("clock").hidden) return;
	const slept = Date.now() - performance.now() - early;
	early += slept;
	if (slept > ASLEEP && clock.running) sleepOver(slept);
	const now = at(), seen = draw(false);
	if (seen.running && now - keptAt > KEPT) keep();
	if (!due || seen.running !== due.side) return;
	const { side, display, isUp } = due, late = (remaining(seen, side, now) - display) * (isUp ? 1 : -1);
	if (late < 0) return;
	nextTelling();
	if (late > PATIENCE(display) || (isAloud && speechSynthesis.speaking)) return;
	if (display === 60000) sound(880);
	const time = timeWords(display);
	tell(display < 10000 ? String(display / 1000) : display === 10000 && !isUp ? phrase("clock_left", "", { time }) : phrase(isUp ? "clock_of_taken" : "clock_of", side, { time }), "aside");
};
// Two clocks differ: the page's own stood while the phone slept. Whether that time counts is for people to say.
const sleepOver = (slept) => {
	gap = slept;
	change(halted(clock, at()));
	tell(`${texts[clock.last]}. ${fill(texts.clock_slept, { time: timeWords(slept) })}`);
};
byId("count").addEventListener("click", () => {
	const from = resumed(clock, at());
	moved += Math.round(gap);
	gap = 0;
	change(halted(from, at()));
	tell(SIDES.map((side) => timeOf(clock, side, at())).join(" "));
	byId("stop").focus();
});
byId("leave").addEventListener("click", () => {
	gap = 0;
	draw(true);
	tell(SIDES.map((side) => timeOf(clock, side, at())).join(" "));
	byId("stop").focus();
});

// Hands: the time of a press is that of the finger or the key; a screen reader sends a click, a moment later.
let isTouched = false;
for (const button of document.querySelectorAll(".press")) {
	const half = button.id === "whole" ? null : button.id;
	button.addEventListener("pointerdown", (event) => {
		if (event.button) return;
		isTouched = true;
		press(half, event.timeStamp, "touch");
	});
	button.addEventListener("click", (event) => {
		if (!isTouched) press(half, event.timeStamp, "click");
		isTouched = false;
	});
	button.addEventListener("contextmenu", (event) => event.preventDefault()); // a finger that rests
}
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(() => { isTouched = false; }, 400));
byId("clock").addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays where it is
byId("time").addEventListener("click", () => tellTime([running(), other(running())]));
byId("stop").addEventListener("click", (event) => toggle(event.timeStamp));
byId("anew").addEventListener("click", anew);
const isOwnKey = (event) => [" ", "Enter"].includes(event.key) && (byId("bar").contains(event.target) || (event.key === "Enter" && !isWhole));
document.addEventListener("keydown", (event) => {
	if (byId("clock").hidden || event.ctrlKey || event.altKey || event.metaKey || isOwnKey(event)) return;
	if (event.key === "Escape") return silence();
	if (event.key.length > 1 && event.key !== "Enter") return;
	event.preventDefault();
	if (event.repeat) return;
	if (isWhole && [" ", "Enter"].includes(event.key)) return press(null, event.timeStamp, "key");
	const [name, side] = keys[event.key] ?? [];
	if (name in DEEDS) DEEDS[name](side ?? running(), event.timeStamp);
	else tell(phrase("clock_key_unknown"));
});
document.addEventListener("keyup", (event) => {
	if (!byId("clock").hidden && event.key === " " && !isOwnKey(event)) event.preventDefault();
});

// Setting the clock. What was chosen is kept in this browser.
let awake = null;
const form = byId("setting");
for (const [name, value] of Object.entries(JSON.parse(localStorage.getItem("clock_choices") || "{}"))) {
	if (name === "vibrate") form.vibrate.checked = true;
	else if (form[name] && value) form[name].value = value;
}
const stayAwake = () => navigator.wakeLock?.request("screen").then((lock) => { awake = lock; }, () => {});
document.addEventListener("visibilitychange", () => { if (!document.hidden && !byId("clock").hidden) { stayAwake(); tick(); } });
// Shows the clock as it is to be touched and told; a screen reader's tap comes without a finger or a key before it.
const open = () => {
	chosen = Object.fromEntries(new FormData(form));
	localStorage.setItem("clock_choices", JSON.stringify(chosen));
	isWhole = chosen.layout === "whole" || (chosen.layout === "auto" && !hand);
	const isWanted = chosen.telling === "voice" || (chosen.telling === "auto" && hand === "pointerdown");
	isAloud = isWanted && Boolean(voice());
	isFelt = Boolean(chosen.vibrate) || (isWanted && !isAloud);
	tones ||= window.AudioContext ? new AudioContext() : null;
	[byId("setting").hidden, byId("clock").hidden] = [true, false];
	byId("clock").className = isWhole ? "is-whole" : "";
	stayAwake();
	byId(isWhole ? "whole" : "stop").focus();
	return [isWhole ? texts.clock_whole_note : "", isWanted && !isAloud ? texts.clock_no_voice : ""].filter(Boolean);
};
let hand = ""; // what went down on the page before: a finger, or a key, which may be a screen reader's as well
for (const each of ["pointerdown", "keydown"]) form.addEventListener(each, () => { hand = each; }, true);
form.addEventListener("submit", (event) => {
	event.preventDefault();
	const typed = form.other_time.value.trim(), option = form.control.selectedOptions[0];
	const control = typed ? readControl(typed) : readControl(option.value, option.dataset.added === "on_quota");
	byId("fault").textContent = control ? "" : texts.error_time;
	form.other_time.setAttribute("aria-invalid", String(!control));
	if (!control) return form.other_time.focus();
	const notes = open();
	set(control);
	tell([phrase("clock_set_by_oneself", "", { control: controlWords(control) }), phrase("clock_waits"), ...notes].join(" "));
});
const kept = JSON.parse(localStorage.getItem("clock") || "null");
byId("go_on").hidden = !kept?.clock.isStarted;
byId("go_on").addEventListener("click", () => {
	const notes = open();
	[moved, clock, told] = [kept.at - performance.now(), kept.clock, {}];
	const slept = Date.now() - kept.wall;
	if (clock.running && slept > 0) return sleepOver(slept);
	change(halted(clock, at()));
	tell([...SIDES.map((side) => timeOf(clock, side, at())), ...notes].join(" "));
});
setInterval(tick, 100);
voice(); // browsers load their voices when they are asked for the first time
navigator.serviceWorker?.register("/clock/worker.js", { scope: "/clock" }).then(() => navigator.serviceWorker.ready)
	.then(() => { byId("offline").textContent = texts.clock_offline; }, () => {});
