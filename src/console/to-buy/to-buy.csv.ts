import { creatorsOf, formatOf } from '../components/title.js';
import { type CsvColumns, csvOfRows } from '../csv.js';
import type { ShoppingList, ToBuy } from './to-buy.service.js';

const COLUMNS: CsvColumns<ToBuy> = [
  ['Title', ({ title }) => title.title],
  ['Format', ({ title }) => formatOf(title)],
  ['Creators', ({ title }) => creatorsOf(title)],
  ['Publisher', ({ title }) => title.publisher ?? ''],
  ['Identifiers', ({ title }) => title.identifiers.join(' ')],
  ['Collection', ({ collectionName }) => collectionName],
  ['Copies to buy', ({ copies }) => copies],
  ['Active holds', ({ figures }) => figures.activeHolds],
  ['Active holds per copy', ({ figures }) => figures.activeHoldRatio ?? ''],
  ['crossRefId', ({ title }) => title.crossRefId],
  ['reserveId', ({ title }) => title.reserveId],
];

/** The list as a file. */
export function csvOf({ lines }: ShoppingList): string {
  return csvOfRows(COLUMNS, lines);
}
