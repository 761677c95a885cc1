import { latestDaysOf, likelyDaysOf } from '../console/components/wait.js';
import { creatorsOf, formatOf } from '../console/components/title.js';
import { type CsvColumns, csvOfRows } from '../console/csv.js';
import { sumOf } from './queue-list.page.js';
import type { QueueWithFigures } from './queue-pages.service.js';

const COLUMNS: CsvColumns<QueueWithFigures> = [
  ['Title', ({ title }) => title],
  ['Format', formatOf],
  ['Creators', creatorsOf],
  ['Holds', ({ liveHolds }) => liveHolds],
  ['Active holds', ({ activeHolds }) => activeHolds],
  ['Suspended holds', (queue) => sumOf(queue, 'suspended')],
  ['Ready holds', (queue) => sumOf(queue, 'ready')],
  ['Active holds per copy', ({ activeHoldRatio }) => activeHoldRatio ?? ''],
  ['Copies idle', ({ copiesIdle }) => copiesIdle],
  ['Copies to buy', ({ copiesToBuy }) => copiesToBuy.reduce((sum, { copies }) => sum + copies, 0)],
  ['Likely wait (days)', ({ newHoldWait }) => likelyDaysOf(newHoldWait)],
  ['Wait at most (days)', ({ newHoldWait }) => latestDaysOf(newHoldWait)],
  ['reserveId', ({ reserveId }) => reserveId],
];

/** The queues as a file. */
export function csvOfQueues(queues: readonly QueueWithFigures[]): string {
  return csvOfRows(COLUMNS, queues);
}
