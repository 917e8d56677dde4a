"use strict";
// Sound, for who has chosen it: the program's short sounds, this browser's voice, or the program's, line by line.

window.hallSound = (() => {
	const { sound, volume, reader } = document.body.dataset, lang = document.documentElement.lang;
	const REST = 0; // hertz; a tone has these and its seconds, as in access_chess/edge/sound/clip.py
	const TONES = {
		move: [[440, 0.06]],
		capture: [[660, 0.05], [440, 0.07]],
		check: [[660, 0.06], [990, 0.09]],
		refused: [[165, 0.08], [REST, 0.03], [165, 0.08]],
		edge: [[220, 0.05]],
		press: [[1200, 0.03]],
		low_time: [[880, 0.05], [REST, 0.03], [880, 0.05], [REST, 0.03], [880, 0.05]],
		game_over: [[784, 0.1], [659, 0.1], [523, 0.2]],
	};
	const LOUDNESS = { middle: 0.25, soft: 0.08, loud: 0.7 };
	const LATE = 2000; // ms after which a browser that has named no voice has none
	let kind = sound, tones = null, isOn = true, isPlaying = false, waiting = [];
	const player = new Audio();

	const play = (name) => {
		if (sound !== "earcons" || !isOn || !TONES[name]) return;
		tones ||= new AudioContext();
		let from = tones.currentTime;
		for (const [hertz, seconds] of TONES[name]) {
			const tone = tones.createOscillator(), level = tones.createGain();
			tone.frequency.value = hertz;
			level.gain.setValueAtTime(hertz ? LOUDNESS[volume] : 0, from);
			if (hertz) level.gain.exponentialRampToValueAtTime(0.001, from + seconds);
			tone.connect(level).connect(tones.destination);
			tone.start(from);
			tone.stop(from += seconds);
		}
	};

	// Each language by a voice of its own, or by none: what this browser cannot say the program says, and what neither
	// can is announced after all.
	const voiceOf = (language) => window.speechSynthesis?.getVoices()
		.find((each) => each.lang.split(/[-_]/)[0].toLowerCase() === language.split("-")[0].toLowerCase());
	const partsOf = (line) => line.spoken || [[line.lang || lang, line.text]];
	const next = () => {
		isPlaying = waiting.length > 0; // what could not be loaded is never called paused nor ended
		if (!isPlaying) return;
		const { path, text } = waiting.shift();
		const fail = () => {
			player.onerror = null;
			announce("now", text);
			next();
		};
		player.onerror = fail;
		player.src = path;
		player.play().catch((error) => { if (error.name === "NotAllowedError") fail(); });
	};
	player.onended = next;
	const say = (line, path) => {
		const parts = partsOf(line), voices = parts.map(([language]) => voiceOf(language));
		if (kind === "program" || !voices.every(Boolean)) {
			waiting.push({ path: `${path}/said/${line.n}.wav`, text: speaks() ? line.text : "" }); // else it is announced anyway
			if (!isPlaying) next();
			return;
		}
		parts.forEach(([language, text], at) => {
			const said = new SpeechSynthesisUtterance(text);
			[said.voice, said.lang] = [voices[at], language];
			speechSynthesis.speak(said);
		});
	};
	if (kind === "browser") {
		voiceOf(lang); // browsers load their voices when they are asked for the first time
		setTimeout(() => {
			if (voiceOf(lang)) return;
			kind = "program";
			announce("aside", JSON.parse(document.body.dataset.texts).sound_no_voice);
		}, LATE);
	}

	const silence = () => {
		window.speechSynthesis?.cancel();
		waiting = [];
		isPlaying = false;
		player.pause();
	};
	// Whether what happens is heard here, and a screen reader has no need to say it as well.
	const speaks = () => isOn && reader !== "both" && (kind === "program" || (kind === "browser" && Boolean(voiceOf(lang))));
	const tell = (news, path) => {
		isOn = news.sound;
		if (!isOn) return silence();
		for (const name of news.earcons) play(name);
		if (kind === "browser" || kind === "program") for (const line of news.log) say(line, path);
	};
	document.addEventListener("news", ({ detail: news }) => tell(news, path));
	return { play, silence, tell, speaks };
})();
