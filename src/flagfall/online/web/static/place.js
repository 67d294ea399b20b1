// @ts-check
// Where things are. With a server an address begins at its root; a site of plain files may lie in any folder, and each
// of its pages says where the first one is.

const { root } = document.documentElement.dataset;

// Whether there is nobody to ask but the files.
export const alone = root !== undefined;

// The address of a page or a file that has this path on a server.
/** @param {string} path */
export function place(path) {
  if (root === undefined) return path;
  const [, way, rest] = /** @type {RegExpExecArray} */ (/^\/([^?#]*)(.*)$/.exec(path));
  return root + (!way || way.endsWith("/") || /\.\w+$/.test(way) ? way : `${way}/`) + rest;
}

// The same of what is asked for as data.
/** @param {string} path */
export const dataPlace = (path) => (root === undefined ? path : `${root}${path.slice(1)}.json`);
