import { type Statement, statement } from '../../../../src/platform/database/statement.js';
import { expectOk, expectRefusal } from '../../../support/answers.js';
import type { Answer } from '../../../support/client.js';
import { mustSucceed } from '../../../support/client.js';
import { advanceClock, HOUR } from '../../../support/clock.js';
import { conditionsOf } from '../../../support/conditions.js';
import type { OperatorClient } from '../../../support/operator/operator-client.js';
import { useSharedLibrary } from '../../../support/operator/operator-library.js';
import {
  hold as holdRecord,
  patron as patronRecord,
  title as titleRecord,
  WEBSITE_ID,
} from '../../../support/records.js';
import { interceptStatements } from '../../../support/stored/intercept-statements.js';
import type { TestLibrary, TestPatron, TestTitle } from '../../../support/test-library.js';

let library: TestLibrary;
let operator: OperatorClient;
useSharedLibrary((opened) => ({ library, operator } = opened));

const move = ({ reserveId }: TestTitle, to: string | number): Promise<Answer> =>
  operator.post(`/operator/v1/libraries/${library.websiteId}/titles/${reserveId}/holds/move`, { to });

/** Each places a hold, an hour after the one before. */
async function placeInTurn(...placements: [TestPatron, TestTitle][]): Promise<void> {
  for (const [patron, title] of placements) {
    await mustSucceed(patron.place(title));
    await advanceClock(library.service, HOUR);
  }
}

const places = (title: TestTitle, ...patrons: TestPatron[]): Promise<unknown[]> =>
  Promise.all(patrons.map(async (patron) => (await patron.find(title)).body.holdListPosition as unknown));

test('the holds on a title go to another, where all stand in the order of their dates', async () => {
  const [old, edition] = [await library.addTitle(1), await library.addTitle(0)];
  const [ready, first, second, third, both] = await library.addPatrons(5);
  await placeInTurn([ready, old], [first, old], [both, old]);
  await placeInTurn([second, edition], [third, old], [both, edition]);
  await mustSucceed(third.suspend(old));
  const answer = await move(old, edition.crossRefId);
  expectOk(answer);
  expect(answer.body).toEqual({ moved: 2, left: 2 });
  expect(await places(edition, first, second, third, both)).toEqual([1, 2, 3, 4]);
  expect(await conditionsOf(old, ready, first, both)).toEqual(['ready', 'gone', 'waiting']);
  expect(await conditionsOf(edition, third)).toEqual(['suspended']);
  await library.setCopiesOwned(edition, 2);
  const conditions = await conditionsOf(edition, first, second, third, both);
  expect(conditions).toEqual(['ready', 'ready', 'suspended', 'waiting']);
  const newcomer = await library.addPatron();
  await mustSucceed(newcomer.place(edition));
  expect(await places(edition, newcomer)).toEqual([5]);
});

test('alternatives to a hold that moves are alternatives to it still', async () => {
  const [old, edition, other] = [
    await library.addTitle(0),
    await library.addTitle(0),
    await library.addTitle(1),
  ];
  const [patron] = await library.fillQueue(other, 1);
  await mustSucceed(patron.place(old, { ignoreHoldEmail: true, alternativeTo: other.reserveId }));
  await move(old, edition.reserveId);
  expect((await patron.find(edition)).body).toMatchObject({ alternatives: [other.reserveId] });
  await library.setCopiesOwned(edition, 1);
  expect(await conditionsOf(edition, patron)).toEqual(['waiting']);
});

test('free copies of the other title go to those who come, at once', async () => {
  const [old, edition] = [await library.addTitle(0), await library.addTitle(1)];
  const [first, second] = await library.fillQueue(old, 2);
  expect((await move(old, edition.reserveId)).body).toEqual({ moved: 2, left: 0 });
  expect(await conditionsOf(edition, first, second)).toEqual(['ready', 'waiting']);
});

test('a title that is the same, or that the library does not have, is refused', async () => {
  const [old, elsewhere] = [await library.addTitle(0), await (await library.another()).addTitle(1)];
  for (const to of [old.crossRefId, elsewhere.crossRefId])
    expectRefusal(await move(old, to), 'InvalidFieldValue', /^to must be another title of the library's\.$/);
  expectRefusal(await move(elsewhere, old.crossRefId), 'NotFound');
});

/** As if a worker had computed the waits, and the patrons had been told theirs when they placed their holds. */
const TELL: readonly Statement[] = [
  statement('test-compute', 'UPDATE title_queue SET waits_made_at = service_now() WHERE website_id = $1'),
  statement(
    'test-tell',
    "UPDATE hold SET told_likely = 1, told_latest = 2, told_by_rules = '{3,4}' WHERE website_id = $1",
  ),
];
const QUEUES = statement(
  'test-queues',
  `SELECT live_holds AS holds, popularity, next_ticket AS next, waits_made_at IS NOT NULL AS "hasWaits",
     changed_at > service_now() - interval '2 minutes' AS "isUpdated"
   FROM title_queue WHERE website_id = $1 ORDER BY reserve_id`,
);
const TOLD = statement(
  'test-told',
  'SELECT told_likely AS likely, told_latest AS latest, told_by_rules AS rules FROM hold WHERE website_id = $1 ORDER BY ticket',
);
const stored = (of: Statement): Promise<unknown> => library.service.database.run(of, [library.websiteId]);

test('both titles have changed, their waits are to be computed, and what patrons were told of the other is forgotten', async () => {
  const [old, edition] = [await library.addTitle(0), await library.addTitle(0)];
  const [first, second, third] = await library.addPatrons(3);
  await placeInTurn([first, old], [second, edition], [third, old]);
  for (const step of TELL) await stored(step);
  expect((await move(old, edition.crossRefId)).body).toEqual({ moved: 2, left: 0 });
  const changed = { hasWaits: false, isUpdated: true };
  expect(await stored(QUEUES)).toEqual([
    { holds: 0, popularity: 0, next: 3, ...changed },
    { holds: 3, popularity: 3, next: 5, ...changed },
  ]);
  const untold = { likely: null, latest: null, rules: [] };
  expect(await stored(TOLD)).toEqual([untold, { likely: 1, latest: 2, rules: [3, 4] }, untold]);
});

test('holds stay whose patrons may use no copy of the other title, and when all stay, nothing changes', async () => {
  const [old, adults] = [await library.addTitle(0), await library.addTitle({ adults: 1, elsewhere: 1 })];
  const gone = await library.addTitle(0);
  const child = await library.addPatron({ category: 'child' });
  const [adult, reader] = await library.addPatrons(2);
  const { reserveId } = gone;
  await library.import({ record: 'withdrawal', websiteId: WEBSITE_ID, reserveId, reason: 'rights-ended' });
  await mustSucceed(reader.borrow(adults));
  await placeInTurn([child, old], [adult, adults]);
  const before = await stored(QUEUES);
  expect((await move(adults, gone.crossRefId)).body).toEqual({ moved: 0, left: 1 });
  expect((await move(old, adults.crossRefId)).body).toEqual({ moved: 0, left: 1 });
  expect(await stored(QUEUES)).toEqual(before);
  expect((await move(adults, old.crossRefId)).body).toEqual({ moved: 1, left: 0 });
  expect(await places(old, child, adult)).toEqual([1, 2]);
});

test('a title that goes while its queue is being locked is not found', async () => {
  const [old, edition] = [await library.addTitle(0), await library.addTitle(0)];
  await library.fillQueue(old, 1);
  const stop = interceptStatements(async ({ text }) => {
    if (!text.includes('FOR NO KEY UPDATE')) return;
    stop();
    await library.import({ ...titleRecord(edition.crossRefId), delete: true });
  });
  const answer = await move(old, edition.crossRefId).finally(stop);
  expectRefusal(answer, 'NotFound');
});

const IN_LINE = statement<{ patronId: number }>(
  'test-in-line',
  'SELECT patron_id AS "patronId" FROM hold WHERE website_id = $1 AND reserve_id = $2 ORDER BY ticket',
);

test('a long queue is moved in steps, and stands in the order of dates after each', async () => {
  const [old, edition] = [await library.addTitle(0), await library.addTitle(0)];
  const patronIds = Array.from({ length: 2_100 }, (_, i) => 1_000_000 * library.websiteId + i);
  const isOwn = (i: number): boolean => i % 70 === 35;
  await library.import(...patronIds.map((patronId) => patronRecord(patronId)));
  await library.import(
    ...patronIds.map((patronId, i) =>
      holdRecord(patronId, (isOwn(i) ? edition : old).crossRefId, { emailAddress: 'reader@example.org' }),
    ),
  );
  await library.service.database.run(
    statement(
      '',
      "UPDATE hold SET placed_at = (SELECT now() - interval '1 day' + (patron_id % 10000) * interval '1 second') WHERE website_id = $1",
    ),
    [library.websiteId],
  );
  const seen: boolean[] = [];
  const inLine = async (): Promise<number[]> => {
    const rows = await library.service.database.run(IN_LINE, [library.websiteId, edition.reserveId]);
    return rows.map(({ patronId }) => patronId);
  };
  const stop = interceptStatements(async ({ name }) => {
    if (name !== 'moved-holds-place') return;
    const line = await inLine();
    seen.push(line.length > 0 && line.every((patronId, i) => i === 0 || patronId > line[i - 1]!));
  });
  const answer = await move(old, edition.crossRefId).finally(stop);
  expect(answer.body).toEqual({ moved: 2_070, left: 0 });
  expect(seen).toEqual([true, true, true]);
  expect(await inLine()).toEqual(patronIds);
});

test('a hold that is moved while room is made in a long queue goes where it was to go, and no other is passed', async () => {
  const title = await library.addTitle(0);
  const patronIds = Array.from({ length: 2_060 }, (_, i) => 1_000_000 * library.websiteId + 500_000 + i);
  await library.import(...patronIds.map((patronId) => patronRecord(patronId)));
  await library.import(
    ...patronIds.map((patronId) => holdRecord(patronId, title.crossRefId, { ignoreHoldEmail: true })),
  );
  const TICKETS = statement<{ ticket: number; patronId: number }>(
    'test-tickets',
    'SELECT ticket, patron_id AS "patronId" FROM hold WHERE website_id = $1 AND reserve_id = $2 ORDER BY ticket',
  );
  const line = (): Promise<{ ticket: number; patronId: number }[]> =>
    library.service.database.run(TICKETS, [library.websiteId, title.reserveId]);
  const start = await line();
  const at = (index: number): number => start[index]!.ticket;
  const order = (ticket: number, side: string, other: number): Promise<Answer> =>
    operator.post(`/operator/v1/libraries/${library.websiteId}/queues/${title.reserveId}/order`, {
      ...{ ticket, side, other, reason: 'class' },
    });
  // The holds 60 and on have got their new tickets, and those before not yet.
  let steps = 0;
  const stop = interceptStatements(async ({ name, text }) => {
    if (name === 'moved-holds-place') steps += 1;
    if (steps !== 1 || !text.includes('FOR NO KEY UPDATE')) return;
    steps = 10;
    expectOk(await order(at(20), 'after', at(59)));
  });
  expectOk(await order(at(2_059), 'before', at(1)).finally(stop));
  expect(steps).toBeGreaterThan(10);
  const expected = start.map(({ patronId }) => patronId);
  const [twenty] = expected.splice(20, 1);
  expected.splice(59, 0, twenty!);
  expected.splice(1, 0, expected.pop()!);
  expect((await line()).map(({ patronId }) => patronId)).toEqual(expected);
});

/** Holds on two titles in turns, by the second of their placements: 3,000 on the first, and fewer on the second. */
async function inTwoLines(): Promise<{ old: TestTitle; edition: TestTitle; patronIds: number[] }> {
  const [old, edition] = [await library.addTitle(0), await library.addTitle(0)];
  const first = 1_000_000 * library.websiteId + 10_000 * (reordered += 1);
  const patronIds = Array.from({ length: 4_000 }, (_, i) => first + i);
  const member = { ignoreHoldEmail: true };
  await library.import(...patronIds.map((patronId) => patronRecord(patronId)));
  await library.import(
    ...patronIds.map((patronId, i) => holdRecord(patronId, (i % 4 === 3 ? edition : old).crossRefId, member)),
  );
  await library.service.database.run(
    statement(
      '',
      "UPDATE hold SET placed_at = (SELECT now() - interval '1 day' + (patron_id % 10000) * interval '1 second') WHERE website_id = $1 AND patron_id = ANY ($2)",
    ),
    [library.websiteId, patronIds],
  );
  return { old, edition, patronIds };
}
let reordered = 50;

const TICKETS_IN_LINE = statement<{ ticket: number; patronId: number }>(
  'test-tickets-in-line',
  'SELECT ticket, patron_id AS "patronId" FROM hold WHERE website_id = $1 AND reserve_id = $2 ORDER BY ticket',
);

/** The second lock of the queues is before the other title's own holds get new tickets, the fourth before some of the holds move. */
test.each([
  ['old', 4],
  ['edition', 2],
  ['edition', 4],
] as const)(
  'a hold that staff put elsewhere in the line of the %s title, before lock %d of a move, passes no other',
  async (of, step) => {
    const { patronIds, ...titles } = await inTwoLines();
    const { reserveId } = titles[of];
    const line = (title: TestTitle): Promise<{ ticket: number; patronId: number }[]> =>
      library.service.database.run(TICKETS_IN_LINE, [library.websiteId, title.reserveId]);
    const expected = [...patronIds];
    let steps = 0;
    const stop = interceptStatements(async ({ text }) => {
      if (!text.includes('FOR NO KEY UPDATE') || (steps += 1) !== step) return;
      const now = await line(titles[of]);
      const [moved, other] = [now.at(-10)!, now.at(500)!];
      expectOk(
        await operator.post(`/operator/v1/libraries/${library.websiteId}/queues/${reserveId}/order`, {
          ...{ ticket: moved.ticket, side: 'after', other: other.ticket, reason: 'class' },
        }),
      );
      expected.splice(expected.indexOf(moved.patronId), 1);
      expected.splice(expected.indexOf(other.patronId) + 1, 0, moved.patronId);
    });
    const answer = await move(titles.old, titles.edition.crossRefId).finally(stop);
    expect(answer.body).toEqual({ moved: 3_000, left: 0 });
    expect(steps).toBeGreaterThanOrEqual(step);
    expect((await line(titles.edition)).map(({ patronId }) => patronId)).toEqual(expected);
  },
);
