/** The places where a spreadsheet may begin a cell, including those after other countries' separators, although this service writes commas. */
const CELL_START = String.raw`(?<=^|[;\t\r\n])`;
const FORMULA_START = String.raw`'* *[=+\-@＝＋－＠]`;
const TO_MARK = new RegExp(`${CELL_START}(?=${FORMULA_START})|^(?='*[\\t\\r])`, 'g');
const MARKED = new RegExp(`${CELL_START}'(?=${FORMULA_START})|^'(?='*[\\t\\r])`, 'g');

/**
 * Spreadsheets run a cell that begins with such a character as a formula. An apostrophe turns it into text; it is also added before an existing one.
 */
export function inert(cell: string): string {
  return cell.replaceAll(TO_MARK, "'");
}

/** Removes the apostrophes of `inert`. */
export function plain(cell: string): string {
  // Hardly any cell has an apostrophe, and the pattern would take most of the time for a wide row.
  return cell.includes("'") ? cell.replaceAll(MARKED, '') : cell;
}
