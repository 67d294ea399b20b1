// @ts-check
// A tree of positions: moves freely played for both sides, and every branch kept, here and in the browser.
import { place } from "../place.js";
import { keep, kept } from "../storage.js";

/** @typedef {Partial<Record<Wire.SeatName, string>>} Moves */
/** @typedef {{ start: string, nodes: [number, Moves, string, boolean?][], here: number }} Data */

const KEY = "flagfall.trees";
const [MOST, MOST_NODES] = [8, 600]; // so many trees are kept, and none that is larger

export class Node {
  // A position, the moves that led to it, whether one of them was secret, and what was tried from it, in that order.
  /** @param {string} position @param {Moves} moves @param {Node | null} parent */
  constructor(position, moves = {}, parent = null, secret = false) {
    this.position = position;
    this.moves = moves;
    this.parent = parent;
    this.secret = secret;
    this.children = /** @type {Node[]} */ ([]);
    this.latest = /** @type {Node | null} */ (null); // where forward leads
  }

  // From the start to here.
  path() {
    const path = [];
    for (let node = /** @type {Node | null} */ (this); node; node = node.parent) path.unshift(node);
    return path;
  }

  get ply() {
    return this.path().length - 1;
  }

  // Whether something else was tried before it.
  get isVariation() {
    return this.parent !== null && this.parent.children[0] !== this;
  }
}

export class Tree {
  /** @param {string} start */
  constructor(start) {
    this.root = this.here = new Node(start);
  }

  // Go where these moves lead; where they were tried before, nothing is added.
  /** @param {Moves} moves @param {string} position @param {boolean} [secret] */
  play(moves, position, secret = false) {
    const same = this.here.children.find((child) => alike(child.moves, moves));
    const child = same ?? new Node(position, moves, this.here, secret);
    if (!same) this.here.children.push(child);
    this.go(child);
  }

  // From all that lead to it, forward leads to it again.
  /** @param {Node} node */
  go(node) {
    node.path().reduce((before, after) => { before.latest = after; return after; });
    this.here = node;
  }

  back() {
    if (this.here.parent) this.go(this.here.parent);
  }

  forward() {
    const next = this.here.latest ?? this.here.children[0];
    if (next) this.go(next);
  }

  // To the next of the moves that were tried instead.
  aside() {
    const among = this.here.parent?.children ?? [this.here];
    this.go(among[(among.indexOf(this.here) + 1) % among.length]);
  }

  // Forget this position and all that follows it; one is then where it came from.
  cut() {
    const { parent } = this.here;
    if (!parent) return;
    parent.children = parent.children.filter((child) => child !== this.here);
    parent.latest = null;
    this.go(parent);
  }

  // The end of the line that one is in.
  last() {
    let node = this.here;
    for (let next = node.latest ?? node.children[0]; next; next = node.latest ?? node.children[0]) node = next;
    return node;
  }

  // All nodes to be read, each with how deep it is indented: what else was tried stands between a move and the next one
  // of its line.
  rows() {
    /** @type {[number, Node][]} */
    const rows = [[0, this.root]];
    /** @type {{ indent: number, node: Node, follows: boolean }[]} */
    const waiting = [{ indent: 0, node: this.root, follows: true }];
    for (let row = waiting.pop(); row; row = waiting.pop()) {
      const { indent, node, follows } = row;
      if (!follows) {
        rows.push([indent, node]);
        waiting.push({ indent, node, follows: true });
      } else if (node.children.length) {
        const [first, ...others] = node.children;
        rows.push([indent, first]);
        waiting.push({ indent, node: first, follows: true });
        waiting.push(...others.reverse().map((each) => ({ indent: indent + 1, node: each, follows: false })));
      }
    }
    return rows;
  }

  // The first line to its end before any other.
  nodes() {
    const [found, waiting] = [/** @type {Node[]} */ ([]), [this.root]];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      found.push(node);
      waiting.push(...node.children.toReversed());
    }
    return found;
  }

  /** @param {string} position */
  find(position) {
    return this.nodes().find((node) => node.position === position);
  }

  // --- as data: each node by its ply, moves and position; it belongs to the last one before it that has one ply less ---

  /** @returns {Data} */
  asData() {
    const nodes = this.nodes();
    /** @type {Data["nodes"]} */
    const rows = nodes.slice(1).map((node) => [node.ply, node.moves, node.position, node.secret]);
    return { start: this.root.position, nodes: rows, here: nodes.indexOf(this.here) };
  }

  /** @param {Data} data */
  static fromData({ start, nodes, here }) {
    const tree = new Tree(start);
    const path = [tree.root];
    for (const [ply, moves, position, secret] of nodes) {
      tree.here = path[ply - 1];
      tree.play(moves, position, secret);
      path.splice(ply, Infinity, tree.here);
    }
    tree.go(tree.nodes()[here] ?? tree.root);
    return tree;
  }
}

/** @param {Moves} one @param {Moves} other */
const alike = (one, other) => one.P1 === other.P1 && one.P2 === other.P2;

// Where a position is explored.
/** @param {string} position */
export const addressOf = (position) => place(`/explore/${position.split(" ")[0]}?${new URLSearchParams({ position })}`);

// --- what the browser keeps ---

/** @returns {Data[]} */
function trees() {
  try {
    const found = JSON.parse(kept(KEY) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

// The tree in which this position stands, as it was left; or else a new one that begins there.
/** @param {string} position */
export function treeWith(position) {
  for (const data of trees()) {
    try {
      const tree = Tree.fromData(data);
      const node = tree.here.position === position ? tree.here : tree.find(position);
      if (!node) continue;
      tree.go(node);
      return tree;
    } catch {
      // it is not what we have written
    }
  }
  return new Tree(position);
}

/** @param {Tree} tree */
export function keepTree(tree) {
  const data = tree.asData();
  if (data.nodes.length > MOST_NODES) return;
  keep(KEY, JSON.stringify([data, ...trees().filter((each) => each.start !== data.start)].slice(0, MOST)));
}

// A game that was played, as a tree of one line.
/** @param {Data["start"]} start @param {{ moves: Moves, position: string }[]} plies */
export function keepLine(start, plies) {
  const tree = new Tree(start);
  for (const { moves, position } of plies) tree.play(moves, position);
  keepTree(tree);
}
