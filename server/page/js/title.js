// What the browser calls a place, in its tabs, its history and its bookmarks.

import { FenError, parseFen, writeFen } from "./fen.js";
import { materialInWords } from "./materials.js";
import { t } from "./strings.js";
import { VARIANTS } from "./variants.js";

/** The position, in one spelling whatever the address has. */
function positionTitle({ variant, fen }) {
  try {
    return writeFen(parseFen(fen, VARIANTS[variant]).position);
  } catch (error) {
    if (!(error instanceof FenError)) throw error;
    return t("wrong.fen");
  }
}

function tablesTitle({ material }) {
  const page = t("views.tables");
  return material === null ? page : `${materialInWords(material)} · ${page}`;
}

/** The title of a place: what it shows comes first, where a narrow tab still has it. */
export function titleOf(place) {
  const subject = place.view === "tables" ? tablesTitle(place) : positionTitle(place);
  return `${subject} · ${t(`variant.${place.variant}`)} · manoury`;
}
