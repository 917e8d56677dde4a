"use strict";
// Against the robot: the keys of exploring, as in a terminal. Steps are made here, answers come from the hall.

window.hallExplore = (() => {
	const STEPS = { ArrowUp: [0, 1], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowLeft: [-1, 0] };
	const ASKED = "acdefhmosvwxFMS.";
	let mark = "";

	// board: at(square) is the letter there, here the square, last the last move's, ask sends, go and edge move
	const walk = (board, [right, up], isFar) => {
		let file = "abcdefgh".indexOf(board.here[0]), rank = Number(board.here[1]), found = "";
		do {
			file += right;
			rank += up;
			const square = "abcdefgh"[file] + rank;
			if (!(file in "abcdefgh".split("")) || rank < 1 || rank > 8) break;
			if (!isFar || board.at(square) !== ".") found = square;
		} while (isFar && !found);
		if (found) board.go(found);
		else board.edge();
	};
	return (event, board) => {
		const { key } = event, turned = board.isWhite ? 1 : -1;
		if (event.metaKey) return false;
		if (key in STEPS && event.ctrlKey !== event.altKey) {
			const [right, up] = STEPS[key].map((step) => step * turned);
			walk(board, event.ctrlKey ? [right, up] : [right + up, up - right], event.ctrlKey);
		} else if (event.ctrlKey || event.altKey) return false;
		else if (key === "g" && board.last.length) board.go(board.last[1]);
		else if (key === "Backspace" && mark) board.go(mark);
		else if (key === "j") board.ask({ key: " ", square: mark = board.here });
		else if (key.length === 1 && ASKED.includes(key)) board.ask({ key, square: board.here });
		else return false;
		return true;
	};
})();
