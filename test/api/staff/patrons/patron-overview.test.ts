import { statement } from '../../../../src/platform/database/statement.js';
import { type Cost, explain } from '../../../support/stored/explain.js';
import { interceptStatements } from '../../../support/stored/intercept-statements.js';
import { expectNoContent, expectOk, expectRefusal } from '../../../support/answers.js';
import { mustSucceed } from '../../../support/client.js';
import { advanceClock, HOUR } from '../../../support/clock.js';
import { conditionsOf } from '../../../support/conditions.js';
import { onePostgreSql } from '../../../support/database.js';
import { patron as patronRecord } from '../../../support/records.js';
import { TestLibrary, type TestPatron } from '../../../support/test-library.js';
import type { OperatorClient } from '../../../support/operator/operator-client.js';
import { useSharedLibrary } from '../../../support/operator/operator-library.js';

let library: TestLibrary;
let operator: OperatorClient;
useSharedLibrary((opened) => ({ library, operator } = opened));

test('staff see a patron’s holds and loans with their titles, limits and notices', async () => {
  const patron = await library.addPatron({ holdLimit: 7, cardNumber: '4711' });
  const [ready, awaited, borrowed] = [
    await library.addTitle(1, { title: 'Ready' }),
    await library.addTitle(0, { title: 'Awaited' }),
    await library.addTitle(1, { title: 'Borrowed', formatClass: 'Audiobook' }),
  ];
  await library.fillQueue(awaited, 2);
  for (const title of [ready, awaited]) await mustSucceed(patron.place(title));
  await mustSucceed(patron.borrow(borrowed));
  const answer = await operator.patron(patron);
  expectOk(answer);
  expect(answer.body).toMatchObject({
    patronId: patron.patronId,
    cardNumber: '4711',
    category: 'adult',
    categories: ['adult', 'child'],
    holdLimit: 7,
    checkoutLimit: 15,
    holds: [
      { title: 'Awaited', condition: 'waiting', holdListPosition: 3, numberOfHolds: 3, notice: null },
      { title: 'Ready', formatClass: 'eBook', condition: 'ready', wait: null, notice: 'waiting' },
    ],
    checkouts: [{ title: 'Borrowed', formatClass: 'Audiobook' }],
  });
});

test('of each ready hold it is told what became of its notice', async () => {
  const patron = await library.addPatron();
  const titles = await Promise.all([1, 1, 1, 1].map((owned) => library.addTitle(owned)));
  for (const [index, title] of titles.entries())
    await mustSucceed(patron.place(title, index === 3 ? { ignoreHoldEmail: true } : undefined));
  const [sent, refused] = titles.map(({ reserveId }) => reserveId);
  const run = (sql: string, id: string | undefined): Promise<unknown> =>
    library.service.database.run(statement('', sql), [id]);
  await run('UPDATE hold SET notice_sent_for = expires_at WHERE reserve_id = $1', sent);
  await run(
    `INSERT INTO notice_failure (website_id, reserve_id, ticket, expires_at, failed_at, smtp_code)
     SELECT website_id, reserve_id, ticket, expires_at, service_now(), 550 FROM hold WHERE reserve_id = $1`,
    refused,
  );
  const { body } = await mustSucceed(operator.patron(patron));
  const holds = body.holds as { reserveId: string; notice: string }[];
  const notices = titles.map(({ reserveId }) => holds.find((hold) => hold.reserveId === reserveId)?.notice);
  expect(notices).toEqual(['sent', 'refused', 'waiting', 'no-address']);
});

test('a patron is found by the card, in one library only', async () => {
  const patron = await library.addPatron({ cardNumber: '4711' });
  const there = await TestLibrary.open();
  expect((await operator.findByCard(library.websiteId, '4711')).body).toEqual({ patronId: patron.patronId });
  expectRefusal(await operator.findByCard(library.websiteId, '471'), 'NotFound');
  expectRefusal(await operator.findByCard(there.websiteId, '4711'), 'NotFound');
});

test('in another category, holds keep their places and get the copies that it may use', async () => {
  const title = await library.addTitle({ adults: 1, main: 0 });
  const child = await library.addPatron({ category: 'child' });
  await mustSucceed(child.place(title));
  const [next] = await library.addPatrons(1);
  expect(await conditionsOf(title, child)).toEqual(['waiting']);
  expectNoContent(await operator.changeCategory(child, 'adult'));
  expect(await conditionsOf(title, child)).toEqual(['ready']);
  await mustSucceed(next.place(title));
  expect(await conditionsOf(title, next)).toEqual(['waiting']);
  expectRefusal(await operator.changeCategory(child, 'nobody'), 'InvalidFieldValue');
});

test('the timers tell what ends in each hour, and for how long the first has been overdue', async () => {
  const { patron, title } = await library.ready();
  const { patron: resting } = await library.suspended({ suspensionType: 'limited', numberOfDays: 1 });
  await mustSucceed(patron.borrow(await library.addTitle(1, { formatClass: 'Video' })));
  const { patron: owner, title: forgotten } = await library.suspended();
  await library.service.database.run(
    statement(
      '',
      `UPDATE hold SET suspension_ends_at = service_now() + interval '50 hours' WHERE reserve_id = $1`,
    ),
    [forgotten.reserveId],
  );
  expect((await mustSucceed(resting.list())).body.holds).toHaveLength(1);
  const { hours, lagSeconds } = (await mustSucceed(operator.timers(library.websiteId))).body as {
    lagSeconds: number;
    hours: { pickups: number; suspensions: number; checkouts: number }[];
  };
  expect(lagSeconds).toBe(0);
  expect(hours).toHaveLength(3);
  expect(hours.map(({ pickups, suspensions }) => [pickups, suspensions])).toEqual([
    [0, 1],
    [0, 1],
    [1, 0],
  ]);
  await advanceClock(library.service, 74 * HOUR);
  const late = (await mustSucceed(operator.timers(library.websiteId))).body as { lagSeconds: number };
  expect(late.lagSeconds).toBeGreaterThan(49 * HOUR);
  // The invariants know no hold that is overdue.
  await patron.find(title);
  await mustSucceed(owner.release(forgotten));
  await library.import(patronRecord(resting.patronId, { category: 'adult' }));
});

/** The numbers of the patrons who are found, in their order. */
async function found(text: string): Promise<number[]> {
  const { body } = await mustSucceed(operator.lookUp(library.websiteId, text));
  return (body as { patrons: { patronId: number }[] }).patrons.map(({ patronId }) => patronId);
}

const actions = (): string => `/operator/v1/actions?websiteId=${library.websiteId}`;

/** Of look-ups in the log of actions. */
async function loggedPatrons(): Promise<unknown[]> {
  const { body } = await operator.get(actions());
  return (body as { actions: { action: string; patronId?: number }[] }).actions
    .filter(({ action }) => action === 'patron-looked-up')
    .map(({ patronId }) => patronId);
}

/** Of four patrons, of whom the last has given an address for a hold. */
async function addHolders(): Promise<readonly number[]> {
  const cards = ['CARD-1', 'CARD-12', 'card-123', null];
  const patrons: TestPatron[] = [];
  for (const cardNumber of cards) patrons.push(await library.addPatron({ cardNumber }));
  await mustSucceed(patrons[3]!.place(await library.addTitle(), { emailAddress: 'Ann_50%@Example.org' }));
  return patrons.map(({ patronId }) => patronId);
}

test('a patron is found by the card, the number or the address of the last hold, or by its beginning', async () => {
  const [first, second, third, fourth] = await addHolders();
  for (const text of ['CARD', 'card']) expect(await found(text)).toEqual([first, second, third]);
  expect(await found('CARD-12')).toEqual([second]);
  // The holder of just this card, and not also those whose cards begin so.
  expect(await found(' CARD-1 ')).toEqual([first]);
  expect(await found(String(third))).toEqual([third]);
  for (const text of ['ann_50%@example.org', 'ANN', 'Ann_50%']) expect(await found(text)).toEqual([fourth]);
  // The text is no pattern, and not the middle or the end of anything.
  for (const text of ['%', 'A%n', 'Ann_5_', 'ARD-1', 'example.org', 'card-1234'])
    expect(await found(text)).toEqual([]);
  // Fewer than three characters are the whole text, or nothing.
  const { patronId } = await library.addPatron({ cardNumber: 'CA' });
  expect(await found('CA')).toEqual([patronId]);
  expect(await found('an')).toEqual([]);
});

test('at most 20 patrons are answered, and that there are more, and none of another library', async () => {
  for (let index = 0; index < 21; index++) await library.addPatron({ cardNumber: `MANY-${index + 10}` });
  expect((await operator.lookUp(library.websiteId, 'MANY')).body).toMatchObject({ hasMore: true });
  expect(await found('MANY')).toHaveLength(20);
  expect((await operator.lookUp(library.websiteId, 'MANY-1')).body).toMatchObject({ hasMore: false });
  const { patronId } = await (await TestLibrary.open()).addPatron();
  expect(await found(String(patronId))).toEqual([]);
});

test.each([
  ['', 'MissingField'],
  [' ', 'InvalidFieldValue'],
  ['x'.repeat(255), 'InvalidFieldValue'],
] as const)('a text that cannot be one is refused: %j', async (text, code) => {
  expectRefusal(await operator.lookUp(library.websiteId, text), code);
});

test('the log has who was found, and that somebody was looked for in vain, but not what was typed', async () => {
  const [first, second, third] = await addHolders();
  await found('CARD');
  expect((await loggedPatrons()).sort()).toEqual([first, second, third]);
  await found('nobody');
  await mustSucceed(operator.findByCard(library.websiteId, ' CARD-123 '));
  expectRefusal(await operator.findByCard(library.websiteId, 'no such card'), 'NotFound');
  expect(await loggedPatrons()).toHaveLength(6);
  expect(await loggedPatrons()).toEqual(expect.arrayContaining([first, second, third, undefined, undefined]));
  expect(JSON.stringify((await operator.get(actions())).body)).not.toContain('nobody');
});

onePostgreSql('a look-up reads no more patrons than it answers', async () => {
  const records = Array.from({ length: 5_000 }, (_, index) =>
    patronRecord(20_010_000 + index, { cardNumber: `CARD-${index + 10_000}` }),
  );
  await library.import(...records);
  const { database } = library.service;
  await database.run(
    statement(
      'test-addresses',
      `UPDATE patron SET last_hold_email = 'reader' || patron_id || '@example.org' WHERE patron_id >= 20010000`,
    ),
  );
  await database.run(statement('test-analyze', 'ANALYZE patron'));
  const costs: Cost[] = [];
  const stop = interceptStatements(async (sent, client) => {
    if (sent.name === 'patron-look-up') costs.push(await explain(client, sent));
  });
  try {
    for (const text of ['CARD', 'reader', 'CARD-12345', 'reader20012345@example.org', '20012345'])
      await found(text);
  } finally {
    stop();
  }
  expect(costs).toHaveLength(5);
  expect(costs.filter(({ rows, buffers }) => rows > 21 || buffers > 100)).toEqual([]);
});

test('a patron is found by any card and by the library’s number; staff see both, the last day and the block', async () => {
  const patron = await library.addPatron({
    ...{ cardNumbers: ['FIRST-1', 'Second-2'], externalId: 'EXT 77' },
    ...{ expiresOn: '2031-05-06', blocked: { reason: 'A lost book' } },
  });

  for (const text of ['first-', 'Second-2', 'SECOND', 'EXT 77'])
    expect(await found(text)).toEqual([patron.patronId]);
  expect(await found('EXT 7')).toEqual([]);
  expect((await operator.patron(patron)).body).toMatchObject({
    ...{ cardNumber: 'FIRST-1', cards: ['FIRST-1', 'Second-2'], externalId: 'EXT 77' },
    ...{ expiresOn: '2031-05-06', blockedReason: 'A lost book' },
  });
});
