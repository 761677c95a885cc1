import { SoonReady } from '../../../src/circulation/soon/soon.service.js';
import { statement } from '../../../src/platform/database/statement.js';
import { mustSucceed } from '../../support/client.js';
import { HOLDS, ME } from '../../support/paths.js';
import { waitCurvesOf } from '../../support/runs/wait-curves.js';
import type { OperatorClient } from '../../support/operator/operator-client.js';
import { useSharedLibrary } from '../../support/operator/operator-library.js';
import type { TestLibrary, TestPatron, TestTitle } from '../../support/test-library.js';
import { addLentTitle } from '../waits/lent-title.js';

/** Who is told that a title is likely to be ready soon. test/api/notifications/soon-mail.test.ts says what the mail says. */

let library: TestLibrary;
let operator: OperatorClient;
useSharedLibrary((opened) => ({ library, operator } = opened));

/** The first in line waits for 21 days at most, the second for 45. */
const FIRST_ALONE = 30;
const BOTH = 60;

const setSoonDays = (soonDays: number | null): Promise<void> =>
  library.import({ record: 'settings', websiteId: library.websiteId, notices: { soonDays } });

const TOLD = statement<{ patronId: number }>(
  'test-told-soon',
  `SELECT h.patron_id AS "patronId" FROM notice_outbox o JOIN hold h USING (website_id, reserve_id, ticket)
   WHERE o.website_id = $1 AND o.occasion = 'soon' AND o.expires_at = h.soon_told_at ORDER BY 1`,
);

/** As a worker that looks. @returns the patrons whose notices wait, of all looks */
async function toldAfterALook(): Promise<number[]> {
  const { database } = library.service;
  await new SoonReady(database).tell();
  return (await database.run(TOLD, [library.websiteId])).map(({ patronId }) => patronId);
}

const computeWaits = (): Promise<number> => waitCurvesOf(library.service.database).work();

/** Two patrons wait for a title that is lent for 21 days. */
async function queue(): Promise<{ title: TestTitle; first: TestPatron; second: TestPatron }> {
  const title = await addLentTitle(library);
  const [first, second] = await library.fillQueue(title, 2);
  await computeWaits();
  return { title, first, second };
}

const EVENTS = statement<{ subject: string }>(
  'test-soon-events',
  `SELECT subject FROM patron_event_outbox WHERE website_id = $1 AND type = 'hold.soon' ORDER BY subject`,
);

test('a patron is told once, when the estimate comes within the days of the library', async () => {
  const { first, second } = await queue();
  expect(await toldAfterALook()).toEqual([]);
  await setSoonDays(FIRST_ALONE);
  expect(await toldAfterALook()).toEqual([first.patronId]);
  expect(await toldAfterALook()).toEqual([first.patronId]);
  await setSoonDays(BOTH);
  expect(await toldAfterALook()).toEqual([first.patronId, second.patronId]);
  const events = await library.service.database.run(EVENTS, [library.websiteId]);
  expect(events.map(({ subject }) => Number(subject))).toEqual([first.patronId, second.patronId]);
});

const AT_PLACEMENT = statement(
  'test-tell-at-placement',
  `UPDATE hold SET told_likely = (SELECT extract(epoch FROM placed_at) / 60 + 20 * 24 * 60) WHERE website_id = $1`,
);

test.each<[string, (patron: TestPatron, title: TestTitle) => Promise<unknown>]>([
  [
    'whose hold is suspended',
    (patron, title) => mustSucceed(patron.suspend(title, { suspensionType: 'indefinite' })),
  ],
  [
    'who wants no such mail',
    (patron) => mustSucceed(patron.put(`${ME}/notices`, { daily: false, soon: false })),
  ],
  ['who was told so at the placement', () => library.service.database.run(AT_PLACEMENT, [library.websiteId])],
])('a patron is not told %s', async (_, change) => {
  const { title, first } = await queue();
  await change(first, title);
  await setSoonDays(FIRST_ALONE);
  expect(await toldAfterALook()).toEqual([]);
});

test('nobody is told of a title without an estimate, or of a hold without an address', async () => {
  const title = await addLentTitle(library);
  const [silent, other] = await library.addPatrons(2);
  await mustSucceed(silent.place(title, { ignoreHoldEmail: true }));
  await mustSucceed(other.place(title));
  await setSoonDays(BOTH);
  expect(await toldAfterALook()).toEqual([]);
  await computeWaits();
  expect(await toldAfterALook()).toEqual([other.patronId]);
});

test('a patron is not told while the pace holds the hold back', async () => {
  const { first } = await queue();
  await mustSucceed(first.put(`${HOLDS}/pace`, { readyAtMost: 1 }));
  await mustSucceed(first.place(await library.addTitle(1)));
  await setSoonDays(FIRST_ALONE);
  expect(await toldAfterALook()).toEqual([]);
});

test('who was told is not told again after a merge, whichever hold is kept', async () => {
  const { title, first, second } = await queue();
  await setSoonDays(FIRST_ALONE);
  await toldAfterALook();
  await mustSucceed(operator.merge(first, second.patronId));
  await setSoonDays(BOTH);
  expect((await second.find(title)).body.holdListPosition).toBe(1);
  // The hold of the first in line is kept, and its notice.
  expect(await toldAfterALook()).toEqual([second.patronId]);
  await setSoonDays(FIRST_ALONE);
  const { title: another, first: early, second: late } = await queue();
  await toldAfterALook();
  await mustSucceed(operator.merge(late, early.patronId));
  expect((await early.find(another)).body.holdListPosition).toBe(1);
  expect(await toldAfterALook()).toEqual([second.patronId, early.patronId].toSorted((a, b) => a - b));
});
