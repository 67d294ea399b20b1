// @ts-check
// A QR code for a link (ISO/IEC 18004): bytes, error correction level M, versions 1 to 10, which is 213 bytes.

/** @type {[number, number[], number[]][]} */
const VERSIONS = [ // check bytes of a block, how many data bytes each block has, centres of the alignment patterns
  [10, [16], []],
  [16, [28], [6, 18]],
  [26, [44], [6, 22]],
  [18, [32, 32], [6, 26]],
  [24, [43, 43], [6, 30]],
  [16, [27, 27, 27, 27], [6, 34]],
  [18, [31, 31, 31, 31], [6, 22, 38]],
  [22, [38, 38, 39, 39], [6, 24, 42]],
  [22, [36, 36, 36, 37, 37], [6, 26, 46]],
  [26, [43, 43, 43, 43, 44], [6, 28, 50]],
];
/** @typedef {(boolean | null)[][]} Drawing */
const LEVEL_M = 0;
/** @type {((row: number, column: number) => boolean)[]} */
const MASKS = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (r, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];
/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

// Rows of true (dark) and false, or null for a text that is too long.
/** @param {string} text @param {number | null} mask */
export function qr(text, mask = null) {
  const bytes = new TextEncoder().encode(text);
  const number = VERSIONS.findIndex(([, blocks], index) => bytes.length + (index < 9 ? 2 : 3) <= sum(blocks)) + 1;
  if (!number) return null;
  const codewords = interleaved(number, dataOf(number, bytes));
  const drawn = mask === null ? MASKS.map((_, each) => draw(number, codewords, each)) : [draw(number, codewords, mask)];
  return drawn.reduce((best, each) => (penalty(each) < penalty(best) ? each : best));
}

// The same as SVG, with the quiet zone that readers need.
/** @param {string} text */
export function qrSvg(text) {
  const rows = qr(text);
  if (!rows) return null;
  const size = rows.length + 8;
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code of the link" shape-rendering="crispEdges">`
    + `<rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`;
}

// --- what is written ---

/** @param {number} number @param {Uint8Array} bytes */
function dataOf(number, bytes) {
  /** @type {number[]} */
  const bits = [];
  const push = (/** @type {number} */ value, /** @type {number} */ length) => { for (let at = length - 1; at >= 0; at -= 1) bits.push((value >> at) & 1); };
  push(4, 4); // bytes
  push(bytes.length, number < 10 ? 8 : 16);
  bytes.forEach((byte) => push(byte, 8));
  const capacity = 8 * sum(VERSIONS[number - 1][1]);
  push(0, Math.min(4, capacity - bits.length));
  while (bits.length % 8) bits.push(0);
  for (let pad = 0; bits.length < capacity; pad += 1) push(pad % 2 ? 0x11 : 0xec, 8);
  return Array.from({ length: capacity / 8 }, (_, at) => parseInt(bits.slice(8 * at, 8 * at + 8).join(""), 2));
}

/** @param {number} number @param {number[]} data */
function interleaved(number, data) {
  const [checks, sizes] = VERSIONS[number - 1];
  let start = 0;
  const blocks = sizes.map((size) => data.slice(start, (start += size)));
  const corrections = blocks.map((block) => remainder(block, checks));
  const woven = (/** @type {number[][]} */ lists) => Array.from({ length: Math.max(...lists.map((list) => list.length)) },
    (_, at) => lists.map((list) => list[at]).filter((byte) => byte !== undefined)).flat();
  return [...woven(blocks), ...woven(corrections)];
}

// --- Reed and Solomon ---

/** @type {number[]} */
const EXP = [];
/** @type {number[]} */
const LOG = [];
for (let power = 0, value = 1; power < 255; power += 1) {
  EXP[power] = value;
  LOG[value] = power;
  value = value << 1 ^ (value & 0x80 ? 0x11d : 0);
}
/** @param {number} one @param {number} other */
const times = (one, other) => (one && other ? EXP[(LOG[one] + LOG[other]) % 255] : 0);

/** @param {number[]} block @param {number} count @returns {number[]} */
function remainder(block, count) {
  /** @type {number[]} */
  let generator = [1];
  for (let power = 0; power < count; power += 1) {
    generator = [...generator, 0].map((value, at) => value ^ times(generator[at - 1] ?? 0, EXP[power]));
  }
  const rest = [...block, ...Array(count).fill(0)];
  for (let at = 0; at < block.length; at += 1) {
    const factor = rest[at];
    generator.forEach((value, offset) => { rest[at + offset] ^= times(value, factor); });
  }
  return rest.slice(block.length);
}

// --- the drawing ---

/** @param {number} number @param {number[]} codewords @param {number} mask @returns {Drawing} */
function draw(number, codewords, mask) {
  const size = 17 + 4 * number;
  const rows = Array.from({ length: size }, () => Array(size).fill(null));
  patterns(rows, number);
  information(rows, number, mask);
  let bit = 0;
  for (const [row, column] of path(size)) {
    if (rows[row][column] !== null) continue;
    const value = (codewords[bit >> 3] ?? 0) >> (7 - (bit & 7)) & 1;
    rows[row][column] = Boolean(value) !== MASKS[mask](row, column);
    bit += 1;
  }
  return rows;
}

/** @param {Drawing} rows @param {number} top @param {number} left @param {number} side @param {boolean} dark */
function square(rows, top, left, side, dark) {
  for (let row = Math.max(top, 0); row < Math.min(top + side, rows.length); row += 1) {
    for (let column = Math.max(left, 0); column < Math.min(left + side, rows.length); column += 1) {
      rows[row][column] = dark;
    }
  }
}

/** @type {[number, number, boolean][]} */
const FINDER = [[-1, 9, false], [0, 7, true], [1, 5, false], [2, 3, true]];
/** @type {[number, number, boolean][]} */
const ALIGNMENT = [[-2, 5, true], [-1, 3, false], [0, 1, true]];

/** @param {Drawing} rows @param {number} number */
function patterns(rows, number) {
  const size = rows.length;
  for (const [top, left] of [[0, 0], [0, size - 7], [size - 7, 0]]) {
    FINDER.forEach(([inset, side, dark]) => square(rows, top + inset, left + inset, side, dark));
  }
  const centres = VERSIONS[number - 1][2];
  for (const row of centres) {
    for (const column of centres) {
      if (rows[row][column] !== null) continue;
      ALIGNMENT.forEach(([inset, side, dark]) => square(rows, row + inset, column + inset, side, dark));
    }
  }
  for (let at = 8; at < size - 8; at += 1) {
    rows[6][at] = at % 2 === 0;
    rows[at][6] = at % 2 === 0;
  }
}

// Level and mask, and from version 7 on the version, each with check bits, twice.
/** @param {Drawing} rows @param {number} number @param {number} mask */
function information(rows, number, mask) {
  const size = rows.length;
  const format = checked(LEVEL_M << 3 | mask, 10, 0x537) ^ 0x5412;
  for (let at = 0; at < 15; at += 1) {
    const dark = Boolean(format >> at & 1);
    rows[at < 6 ? at : at < 8 ? at + 1 : size - 15 + at][8] = dark;
    rows[8][at < 8 ? size - 1 - at : at < 9 ? 7 : 14 - at] = dark;
  }
  rows[size - 8][8] = true;
  if (number < 7) return;
  const version = checked(number, 12, 0x1f25);
  for (let at = 0; at < 18; at += 1) {
    const [far, near] = [size - 11 + (at % 3), Math.floor(at / 3)];
    rows[far][near] = Boolean(version >> at & 1);
    rows[near][far] = Boolean(version >> at & 1);
  }
}

/** @param {number} value @param {number} bits @param {number} polynomial */
function checked(value, bits, polynomial) {
  let rest = value << bits;
  for (let at = 31 - Math.clz32(rest); at >= bits && rest; at = 31 - Math.clz32(rest)) rest ^= polynomial << (at - bits);
  return value << bits | rest;
}

// Two columns at a time from the right, up and down in turn, past the vertical timing line.
/** @param {number} size */
function* path(size) {
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const row = up ? size - 1 - step : step;
      yield [row, right];
      yield [row, right - 1];
    }
    up = !up;
  }
}

// How hard a drawing is to read: the standard's four reasons.
/** @param {Drawing} rows */
function penalty(rows) {
  const columns = rows.map((_, at) => rows.map((row) => row[at]));
  const lines = [...rows, ...columns].map((line) => line.map(Number).join(""));
  const runs = sum(lines.flatMap((line) => [...line.matchAll(/0{5,}|1{5,}/g)].map(([run]) => run.length - 2)));
  const finders = sum(lines.map((line) => [...line.matchAll(/(?=10111010000|00001011101)/g)].length)) * 40;
  const dark = sum(rows.flat().map(Number)) / rows.length ** 2;
  return runs + blocks(rows) * 3 + finders + Math.floor(Math.abs(dark * 20 - 10)) * 10;
}

/** @param {Drawing} rows */
function blocks(rows) {
  let count = 0;
  for (let row = 1; row < rows.length; row += 1) {
    for (let column = 1; column < rows.length; column += 1) {
      const dark = rows[row][column];
      if (dark === rows[row - 1][column] && dark === rows[row][column - 1] && dark === rows[row - 1][column - 1]) count += 1;
    }
  }
  return count;
}
