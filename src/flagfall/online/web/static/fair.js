// @ts-check
// Checking that sealed choices were fixed before they were shown: docs/online.md, "Commitments".

const encoder = new TextEncoder();

export class Fair {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    this.sent = /** @type {Map<string, string>} */ (new Map());
    this.good = 0;
    this.bad = 0;
  }

  /** @param {Pick<Wire.State, "ply" | "commitments">} state */
  note({ ply, commitments }) {
    for (const [player, commitment] of Object.entries(commitments ?? {})) {
      const key = `${ply} ${player}`;
      if (!this.sent.has(key)) this.sent.set(key, commitment);
    }
  }

  // Only a choice whose commitment came before its opening can be checked.
  /** @param {Wire.Opened[]} opened */
  async check(opened) {
    if (!globalThis.crypto?.subtle) return;
    for (const { ply, player, move, nonce } of opened) {
      const promised = this.sent.get(`${ply} ${player}`);
      if (!promised) continue;
      const text = ["flagfall-choice-1", this.game, ply, player, move.padEnd(24), nonce].join("\n");
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
      const found = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      this[found === promised ? "good" : "bad"] += 1;
    }
  }

  words() {
    if (this.bad) return "Careful: a choice that was shown is not the one that was sealed.";
    return this.good ? `Checked: ${this.good} sealed ${this.good === 1 ? "choice was" : "choices were"} fixed before being shown.` : "";
  }
}
