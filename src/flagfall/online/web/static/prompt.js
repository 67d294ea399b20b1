// @ts-check
// What a player is asked, in the second person: made from the moves that there are. The book's own words stand in the
// log.

const FEW = 3; // so many moves are named

/** @param {Wire.SceneData} scene @param {string} book */
export function asked(scene, book) {
  const options = scene.options ?? [];
  if (!options.length) return question(book);
  if (scene.secret) return `Your choice: ${between(options.map((option) => option.move))}`;
  return options.length > FEW ? "Your move" : `Your move: ${either(options.map((option) => option.label))}`;
}

// Numbers without a gap by the first and the last of them.
/** @param {string[]} moves */
function between(moves) {
  const numbers = moves.map(Number);
  const inOrder = numbers.every((number, place) => place === 0 || number === numbers[place - 1] + 1);
  return inOrder && moves.length > FEW ? `a number from ${moves[0]} to ${moves[moves.length - 1]}` : either(moves);
}

// What all have in common at the beginning is said once.
/** @param {string[]} labels */
function either(labels) {
  const words = labels.map((label) => label.split(" "));
  const alike = words.every((each) => each.length === words[0].length && each.slice(0, -1).join() === words[0].slice(0, -1).join());
  const shown = alike ? [labels[0], ...words.slice(1).map((each) => each[each.length - 1])] : labels;
  if (shown.length < 2) return shown.join("");
  return `${shown.slice(0, -1).join(", ")}${alike ? " or " : ", or "}${shown[shown.length - 1]}`;
}

// The first line of the book's question, without what it says about typing.
/** @param {string} prompt */
const question = (prompt) => prompt.split("\n")[0].replace(/\s*\([^)]*\)/g, "").replace(/:\s*$/, "").trim();
