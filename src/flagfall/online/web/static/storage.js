// @ts-check
// What this browser keeps for us. It may keep nothing, because site data is blocked or its storage is full: then
// everything works all the same, and only what would have been kept is missing.

/** @param {string} key */
export function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

// Whether it is kept now.
/** @param {string} key @param {string} value */
export function keep(key, value) {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export const keeps = () => keep("flagfall.keeps", "yes");
