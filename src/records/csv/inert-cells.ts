/** Where a spreadsheet may begin a cell: also after what separates cells in other countries, although commas separate these. */
const CELL_START = String.raw`(?<=^|[;\t\r\n])`;
const FORMULA_START = String.raw`'* *[=+\-@＝＋－＠]`;
const TO_MARK = new RegExp(`${CELL_START}(?=${FORMULA_START})|^(?='*[\\t\\r])`, 'g');
const MARKED = new RegExp(`${CELL_START}'(?=${FORMULA_START})|^'(?='*[\\t\\r])`, 'g');

/** Spreadsheets run a cell that begins with such a sign as a formula. An apostrophe makes it text, also before one that is there already. */
export function inert(cell: string): string {
  return cell.replaceAll(TO_MARK, "'");
}

/** The cell without the apostrophes of `inert`. */
export function plain(cell: string): string {
  // Hardly any cell has one: the pattern would take most of the time that a wide row does.
  return cell.includes("'") ? cell.replaceAll(MARKED, '') : cell;
}
