import { statement } from '../../../src/platform/database/statement.js';
import { mustSucceed, type PatronClient } from '../../support/client.js';
import { type CatalogClient, clientBrowserOf } from '../../support/catalog-client.js';
import { advanceClock, HOUR, serviceTime } from '../../support/clock.js';
import { TestLibrary } from '../../support/test-library.js';
import { idsIn } from './reading.js';

let library: TestLibrary;
let client: CatalogClient<PatronClient>;
beforeAll(async () => {
  library = await TestLibrary.open();
  client = await clientBrowserOf(library);
});

/** A moment before which nothing of this test happened, as clients write it. */
async function moment(): Promise<string> {
  await advanceClock(library.service, HOUR);
  return (await serviceTime(library.service)).toISOString();
}

const titleChanges = (lastTitleUpdateTime: string): Promise<string[]> =>
  client.search({ lastTitleUpdateTime, limit: 300 }).then(idsIn);

const WITHDRAW_AT = statement(
  'test-withdraw-at',
  `UPDATE withdrawn_title SET withdrawn_at = service_now() - make_interval(secs => $2) WHERE reserve_id = $1`,
);
const WITHDRAWN_AT = statement<{ at: string; isOver: boolean }>(
  'test-withdrawn-at',
  `SELECT to_jsonb(withdrawn_at) #>> '{}' AS at, withdrawn_at <= service_now() AS "isOver"
   FROM withdrawn_title WHERE reserve_id = $1`,
);

test('a withdrawn title has the minute in which its last copy came back, but not one before its withdrawal', async () => {
  const [title, patron] = [await library.addTitle(1), await library.addPatron()];
  await mustSucceed(patron.borrow(title));
  const withdrawal = { record: 'withdrawal', websiteId: library.websiteId, reserveId: title.reserveId };
  await library.import({ ...withdrawal, reason: 'lost' });
  const { database } = library.service;
  const at = async (): Promise<string> => {
    const [found] = await database.run(WITHDRAWN_AT, [title.reserveId]);
    expect(found!.isOver).toBe(true);
    return found!.at;
  };
  await advanceClock(library.service, HOUR);
  await database.run(WITHDRAW_AT, [title.reserveId, 0]);
  const before = await at();
  await mustSucceed(patron.returnTitle(title));
  expect(Date.parse(await at())).toBeGreaterThanOrEqual(Date.parse(before));

  const other = await library.addTitle(1);
  await mustSucceed(patron.borrow(other));
  await library.import({ ...withdrawal, reserveId: other.reserveId, reason: 'lost' });
  const since = await moment();
  await mustSucceed(patron.returnTitle(other));
  expect(await titleChanges(since)).toEqual([other.reserveId]);
  const [returned] = await database.run(WITHDRAWN_AT, [other.reserveId]);
  expect(returned!.at).toMatch(/:00\+00:00$/);
  // It may be a minute older than what happened, and that may have been under way for a minute.
  for (const [secondsAgo, found] of [
    [110, [other.reserveId]],
    [140, []],
  ] as const) {
    await database.run(WITHDRAW_AT, [other.reserveId, secondsAgo]);
    expect(await titleChanges((await serviceTime(library.service)).toISOString())).toEqual(found);
  }
});

test('a withdrawn title is told truly while its last copy is on loan, and when it is back', async () => {
  const [title, patron] = [await library.addTitle(1), await library.addPatron()];
  await mustSucceed(patron.borrow(title));
  const told = async (since: string): Promise<object> => {
    const changed = (await client.search({ lastTitleUpdateTime: since, limit: 300 })).body.products as {
      id: string;
      isOwnedByCollections: boolean;
    }[];
    const metadata = await client.metadata(title);
    return {
      changed: changed.filter(({ id }) => id === title.reserveId).map((found) => found.isOwnedByCollections),
      listed: idsIn(await client.search({ limit: 300 })).includes(title.reserveId),
      metadata: [metadata.status, metadata.body.isOwnedByCollections],
    };
  };
  const atFirst = await moment();
  await library.import({
    record: 'withdrawal',
    websiteId: library.websiteId,
    reserveId: title.reserveId,
    reason: 'lost',
  });
  expect(await told(atFirst)).toEqual({ changed: [false], listed: true, metadata: [200, false] });

  const beforeReturn = await moment();
  await mustSucceed(patron.returnTitle(title));
  expect(await told(beforeReturn)).toEqual({ changed: [false], listed: false, metadata: [404, undefined] });
});
