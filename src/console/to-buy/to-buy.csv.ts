import { stringify } from 'csv-stringify/sync';
import type { ShoppingList, ToBuy } from './to-buy.service.js';

const COLUMNS: readonly (readonly [string, (line: ToBuy) => string | number])[] = [
  ['Title', ({ title }) => title.title],
  ['Creators', ({ title }) => title.creators.map(({ name }) => name).join('; ')],
  ['Publisher', ({ title }) => title.publisher ?? ''],
  ['Identifiers', ({ title }) => title.identifiers.join(' ')],
  ['Collection', ({ collectionName }) => collectionName],
  ['Copies to buy', ({ copies }) => copies],
  ['Active holds', ({ figures }) => figures.activeHolds],
  ['Active holds per copy', ({ figures }) => figures.activeHoldRatio ?? ''],
  ['crossRefId', ({ title }) => title.crossRefId],
  ['reserveId', ({ title }) => title.reserveId],
];

/** The list as a CSV file (RFC 4180). The mark at its beginning tells spreadsheets that it is UTF-8. */
export function csvOf({ lines }: ShoppingList): string {
  const records = lines.map((line) => COLUMNS.map(([, valueOf]) => inert(valueOf(line))));
  return stringify([COLUMNS.map(([name]) => name), ...records], { bom: true, record_delimiter: 'windows' });
}

/** Spreadsheets run a cell that begins like this as a formula. An apostrophe makes it text. */
function inert(value: string | number): string | number {
  return typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}
