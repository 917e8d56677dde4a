"use strict";
// Sound, for who has chosen it: short sounds, this browser's voice, or the program's, line by line.

window.hallSound = (() => {
	const kind = document.body.dataset.sound;
	const TONES = { move: [440], capture: [660, 440], check: [660, 990], refused: [165, 165], press: [1200], game_over: [784, 659, 523] };
	const LENGTH = 0.09; // seconds of a tone
	let tones = null, isOn = true;
	const voice = new Audio();
	let waiting = [];

	const play = (name) => {
		if (kind !== "earcons" || !isOn || !TONES[name]) return;
		tones ||= new AudioContext();
		TONES[name].forEach((hertz, place) => {
			const tone = tones.createOscillator(), level = tones.createGain(), from = tones.currentTime + place * LENGTH;
			tone.frequency.value = hertz;
			level.gain.setValueAtTime(0.25, from);
			level.gain.exponentialRampToValueAtTime(0.001, from + LENGTH);
			tone.connect(level).connect(tones.destination);
			tone.start(from);
			tone.stop(from + LENGTH);
		});
	};
	const next = () => {
		if (!waiting.length) return;
		voice.src = waiting.shift();
		voice.play().catch(next);
	};
	voice.onended = next;

	const silence = () => {
		window.speechSynthesis?.cancel();
		waiting = [];
		voice.pause();
	};
	const tell = (news, path) => {
		isOn = news.sound;
		if (!isOn) return silence();
		for (const name of news.earcons) play(name);
		if (kind === "browser" && window.speechSynthesis) {
			for (const line of news.log) {
				const said = new SpeechSynthesisUtterance(line.text);
				if (line.lang) said.lang = line.lang;
				speechSynthesis.speak(said);
			}
		} else if (kind === "program") {
			waiting.push(...news.log.map((line) => `${path}/said/${line.n}.wav`));
			if (voice.paused || voice.ended) next();
		}
	};
	return { play, silence, tell };
})();
