import type { PatronRecord } from '../../../src/records/kinds/patron/patron.schema.js';
import type { PatronFacts } from '../../../src/records/kinds/patron/patron.store.js';
import { rejectionsOf } from '../../../src/records/kinds/patron/patron-rejections.js';

const PATRONS = 3_000;
/** The thread's own time, which a busy machine does not change. It took 650. */
const MAX_MILLISECONDS = 100;

test('a column of cards that has slipped by a row keeps nobody waiting', () => {
  const numbers = [...Array(PATRONS).keys()];
  const patrons = numbers.map(
    (patronId) => ({ websiteId: 37, patronId, cards: [`C-${patronId + 1}`] }) as unknown as PatronRecord,
  );
  const known = { libraryKnown: true, homeLibrary: 37, mergedInto: null, externalIdHolder: null };
  const facts = numbers.map(
    (patronId) => ({ ...known, patronId, cardHolders: [patronId + 1] }) as unknown as PatronFacts,
  );

  const before = process.threadCpuUsage();
  const outcomes = rejectionsOf(patrons, facts, new Map());
  const { user, system } = process.threadCpuUsage(before);

  expect((user + system) / 1000).toBeLessThan(MAX_MILLISECONDS);
  expect(outcomes).not.toContain(undefined);
});
