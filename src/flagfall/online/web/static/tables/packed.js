// @ts-check
// Many records that are alike, read from one small file: what online/tables/columns.py writes, and says more about.

/**
 * How an array is found: its length, bytes a number, and where they are steps, below which number all of them are.
 * @typedef {[length: number, width: number, below: number]} Place
 * @typedef {(string | number)[]} Path
 * @typedef {[path: Path, values: number[], bases?: number[] | null, places?: Place, rows?: Place, others?: Place]} Told
 * @typedef {{ version: number, rows: number, values: any[], sizes: number[], columns: Told[], [name: string]: any }} Head
 * @typedef {{ path: Path, values: number[], bases: number[] | null, codes: Uint32Array, others: Map<number, number> }} Column
 */

const VERSION = 1;

export class Packed {
  /** @param {Uint8Array} bytes @param {(path: Path, row: number) => number} elsewhere what is known of columns that are not in the file */
  constructor(bytes, elsewhere) {
    const end = bytes.indexOf(10);
    this.head = /** @type {Head} */ (JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))));
    if (this.head.version !== VERSION) throw new Error("this table was written for another page");
    this.elsewhere = elsewhere;
    this.bytes = bytes.subarray(end + 1);
    this.used = 0;
    this.columns = this.head.columns.map((told) => this.column(told));
  }

  /** @param {Told} told @returns {Column} */
  column([path, values, bases, places, rows, others]) {
    const codes = this.array(places);
    const [at, other] = [this.array(rows), this.array(others)];
    return { path, values, bases: bases ?? null, codes, others: new Map([...at].map((row, index) => [row, other[index]])) };
  }

  // The lowest bytes of all numbers stand first, then the next lowest, and so on.
  /** @param {Place | undefined} place */
  array([length, width, below] = [0, 0, 0]) {
    const numbers = new Uint32Array(length);
    for (let byte = 0; byte < width; byte += 1) {
      for (let at = 0; at < length; at += 1) numbers[at] += this.bytes[this.used + at] * 256 ** byte;
      this.used += length;
    }
    if (below) for (let at = 1; at < length; at += 1) numbers[at] = (numbers[at - 1] + numbers[at]) % below;
    return numbers;
  }

  // The number of a column's value in a row; 0 where the record has none.
  /** @param {number} at @param {number} row @returns {number} */
  code(at, row) {
    const { path, bases, codes, others } = this.columns[at];
    if (!bases) return codes.length ? codes[row] : this.elsewhere(path, row);
    const other = others.get(row);
    if (other !== undefined) return other;
    let place = 0;
    for (const base of bases) place = place * this.head.sizes[base] + this.code(base, row);
    return codes[place];
  }

  /** @param {number} at @param {number} row */
  value(at, row) {
    const code = this.code(at, row);
    return code ? this.head.values[this.columns[at].values[code - 1]] : undefined;
  }

  // The columns whose path begins so.
  /** @param {Path} begin */
  below(...begin) {
    return this.columns.flatMap(({ path, values }, at) => (values.length && begin.every((part, depth) => part === path[depth]) ? [at] : []));
  }

  // A whole record, or what of it is in these columns.
  /** @param {number} row @returns {any} */
  record(row, among = this.below()) {
    const root = { is: /** @type {any} */ (undefined) };
    for (const at of among) {
      const value = this.value(at, row);
      if (value !== undefined) put(root, ["is", ...this.columns[at].path], typeof value === "object" ? structuredClone(value) : value);
    }
    return root.is;
  }
}

/** @param {any} into @param {Path} path @param {any} value */
function put(into, path, value) {
  path.forEach((part, depth) => {
    const last = depth === path.length - 1;
    into[part] ??= last ? value : typeof path[depth + 1] === "number" ? [] : {};
    into = into[part];
  });
}

/** @param {Blob | Response} file */
export async function unpacked(file) {
  const stream = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (file instanceof Blob ? file.stream() : file.body);
  return new Uint8Array(await new Response(stream.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}
