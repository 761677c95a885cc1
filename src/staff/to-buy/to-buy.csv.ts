import { creatorsOf, formatOf } from '../console/components/title.js';
import { daysWithOneMore } from '../queues/queue-figures.js';
import { type CsvColumns, csvOfRows } from '../console/csv.js';
import type { ShoppingList, ToBuy } from './to-buy.service.js';

const COLUMNS: CsvColumns<ToBuy> = [
  ['Title', ({ title }) => title.title],
  ['Format', ({ title }) => formatOf(title)],
  ['Creators', ({ title }) => creatorsOf(title)],
  ['Publisher', ({ title }) => title.publisher ?? ''],
  ['Identifiers', ({ title }) => title.identifiers.join(' ')],
  ['Collection', ({ collectionName }) => collectionName],
  ['Copies to buy', ({ copies }) => copies],
  ['Copies for the holds per copy', ({ forHoldsPerCopy }) => forHoldsPerCopy],
  ['Copies for the wait', ({ forTargetWait }) => forTargetWait],
  ['Active holds', ({ figures }) => figures.activeHolds],
  ['Active holds per copy', ({ figures }) => figures.activeHoldRatio ?? ''],
  ['Likely wait (days)', ({ figures }) => waits(figures)?.now ?? ''],
  ['Likely wait with one more copy (days)', ({ figures }) => waits(figures)?.then ?? ''],
  ['crossRefId', ({ title }) => title.crossRefId],
  ['reserveId', ({ title }) => title.reserveId],
];

function waits({ moreCopies }: ToBuy['figures']): ReturnType<typeof daysWithOneMore> | undefined {
  return moreCopies && daysWithOneMore(moreCopies);
}

/** The list as a file. */
export function csvOf({ lines }: ShoppingList): string {
  return csvOfRows(COLUMNS, lines);
}
