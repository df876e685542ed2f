// Materials by name: `KKMvK` is two kings and a man against a king.

import { t } from "./strings.js";

const NAME = /^(K*)(M*)v(K*)(M*)$/;

/** The pieces of both sides that a name tells of, or null. */
export function readMaterial(name) {
  const found = NAME.exec(name ?? "");
  if (found === null) return null;
  const [kings, men, otherKings, otherMen] = found.slice(1).map((letters) => letters.length);
  return { own: { kings, men }, others: { kings: otherKings, men: otherMen } };
}

/** The material in words; a name that is none stays as it is. */
export function materialInWords(name) {
  const material = readMaterial(name);
  return material === null ? name : t("material.versus", material);
}
