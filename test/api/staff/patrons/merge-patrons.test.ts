import { createHash } from 'node:crypto';
import { takeAttempt } from '../../../../src/access/sign-in/sign-in-attempts.store.js';
import { expectNoContent, expectRefusal } from '../../../support/answers.js';
import { mustSucceed } from '../../../support/client.js';
import { advanceClock, DAY, HOUR } from '../../../support/clock.js';
import { conditionsOf } from '../../../support/conditions.js';
import { category, library as libraryRecord, patron as patronRecord } from '../../../support/records.js';
import { SeededRandom } from '../../../support/seeded-random.js';
import { tablesWith } from '../../../support/stored/stored-text.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../../support/test-library.js';
import type { OperatorClient } from '../../../support/operator/operator-client.js';
import { ticketsWithNotice, useSharedLibrary } from '../../../support/operator/operator-library.js';

let library: TestLibrary;
let operator: OperatorClient;
useSharedLibrary((opened) => ({ library, operator } = opened));

async function merge(from: TestPatron, into: TestPatron): Promise<void> {
  expectNoContent(await operator.merge(from, into.patronId));
}

const placeOf = async (patron: TestPatron, title: Parameters<TestPatron['find']>[0]): Promise<unknown> =>
  (await mustSucceed(patron.find(title))).body.holdListPosition;

test('the holds and loans of the old card move to the new one, with places, addresses and ends', async () => {
  const [borrowed, awaited, ready] = [
    await library.addTitle(1),
    await library.addTitle(0),
    await library.addTitle(1),
  ];
  const [from, into] = await library.addPatrons(2);
  await mustSucceed(from.borrow(borrowed));
  await library.fillQueue(awaited, 1);
  await mustSucceed(from.place(awaited));
  await library.fillQueue(awaited, 1);
  await mustSucceed(from.place(ready));
  const before = await Promise.all([from.find(awaited), from.find(ready), from.loan(borrowed)]);

  await merge(from, into);
  const after = await Promise.all([into.find(awaited), into.find(ready), into.loan(borrowed)]);
  expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
  expect(await placeOf(into, awaited)).toBe(2);
  // The mail to the old card's address is on its way.
  expect(await ticketsWithNotice(library)).toEqual([1]);
});

test('the old card is gone, with its tokens, the wrong PINs and everything else that names it', async () => {
  const { database } = library.service;
  const { patron: from, title } = await library.waiting();
  const into = await library.addPatron();
  await library.import(patronRecord(from.patronId, { cardNumber: 'OLD-4711', pin: '1234' }));
  await takeAttempt(database, { websiteId: library.websiteId, cardNumber: 'OLD-4711' });
  const hash = createHash('sha256').update('old-4711').digest('hex');
  expect(await tablesWith(database, hash)).toEqual(['public.pin_guessing']);
  await merge(from, into);
  expect((await from.list()).status).toBe(401);
  expectRefusal(await operator.export(from), 'NotFound');
  expectRefusal(await operator.merge(from, into.patronId), 'NotFound');
  for (const text of ['OLD-4711', 'old-4711', hash]) expect(await tablesWith(database, text)).toEqual([]);
  expect((await into.find(title)).status).toBe(200);
});

test('the new card knows the last address and the first use of the old one, unless it has its own', async () => {
  const profileOf = async (patron: TestPatron): Promise<unknown> =>
    (await mustSucceed(patron.profile())).body;
  const { patron: from } = await library.waiting();
  const [fresh, used] = [await library.addPatron(), await library.waiting()];
  await merge(from, fresh);
  expect(await profileOf(fresh)).toMatchObject({ lastHoldEmail: from.emailAddress, existingPatron: true });
  await merge(fresh, used.patron);
  expect(await profileOf(used.patron)).toMatchObject({ lastHoldEmail: used.patron.emailAddress });
});

test('the new card has the choice of how mail comes of the old one, unless it has its own', async () => {
  const notices = '/v1/patrons/me/notices';
  const [from, fresh, decided] = await library.addPatrons(3);
  await mustSucceed(from.put(notices, { daily: true }));
  await mustSucceed(decided.put(notices, { daily: false }));
  await merge(from, fresh);
  expect((await fresh.get(notices)).body).toMatchObject({ daily: true, isOwnChoice: true });
  await merge(fresh, decided);
  expect((await decided.get(notices)).body).toMatchObject({ daily: false, isOwnChoice: true });
});

describe('where both cards have the same title on hold', () => {
  test.each([
    ['the old card was first', true],
    ['the new card was first', false],
  ])('the first place is kept, and nobody else is passed: %s', async (_, oldFirst) => {
    const title = await library.addTitle(0);
    const [from, into] = await library.addPatrons(2);
    const [first, second] = oldFirst ? [from, into] : [into, from];
    await library.fillQueue(title, 1);
    await mustSucceed(first.place(title));
    const [between] = await library.fillQueue(title, 1);
    await mustSucceed(second.place(title));
    const [last] = await library.fillQueue(title, 1);
    await merge(from, into);
    expect([await placeOf(into, title), await placeOf(between, title), await placeOf(last, title)]).toEqual([
      2, 3, 4,
    ]);
  });

  test('a copy that is set aside is better than an earlier ticket', async () => {
    const title = await library.addTitle(0);
    const from = await library.addPatron();
    const into = await library.addPatron();
    await mustSucceed(from.place(title));
    await mustSucceed(from.suspend(title));
    await mustSucceed(into.place(title));
    await library.setCopiesOwned(title, 1);
    await merge(from, into);
    expect(await conditionsOf(title, into)).toEqual(['ready']);
    expect((await into.find(title)).body.emailAddress).toBe(into.emailAddress);
  });

  test('of two copies set aside, one goes to the next in line', async () => {
    const title = await library.addTitle(0);
    const [from, into] = await library.fillQueue(title, 2);
    const [next, last] = await library.fillQueue(title, 2);
    await library.setCopiesOwned(title, 2);
    await merge(from, into);
    expect(await conditionsOf(title, into, next, last)).toEqual(['ready', 'ready', 'waiting']);
    expect(await library.copiesOf(title)).toMatchObject({ main: { owned: 2, setAside: 2 } });
  });

  test('the person waits if one of the two holds does', async () => {
    const title = await library.addTitle(0);
    const [from, into, last] = await library.fillQueue(title, 3);
    await mustSucceed(from.suspend(title));
    await merge(from, into);
    expect(await conditionsOf(title, into)).toEqual(['waiting']);
    expect([await placeOf(into, title), await placeOf(last, title)]).toEqual([1, 2]);
  });

  test.each([0, 1])(
    'the one that is kept takes the alternatives of the other, if it is not ready: %i',
    async (copies) => {
      const [title, other] = [await library.addTitle(copies), await library.addTitle()];
      const [into, from] = await library.fillQueue(title, 2);
      await mustSucceed(from.place(other, { ignoreHoldEmail: true, alternativeTo: title.reserveId }));
      await merge(from, into);
      const alternatives = async (held: TestTitle): Promise<unknown> =>
        (await into.find(held)).body.alternatives;
      expect(await alternatives(title)).toEqual(copies === 0 ? [other.reserveId] : undefined);
      expect(await alternatives(other)).toEqual(copies === 0 ? [title.reserveId] : undefined);
      await library.setCopiesOwned(other, 1);
      expect(await conditionsOf(other, into)).toEqual(['ready']);
      await library.setCopiesOwned(title, 1);
      expect(await conditionsOf(title, into)).toEqual([copies === 0 ? 'waiting' : 'ready']);
    },
  );

  test('two suspensions stay one', async () => {
    const title = await library.addTitle(1);
    const [borrower, from, into] = await library.fillQueue(title, 3);
    await mustSucceed(borrower.borrow(title));
    await mustSucceed(from.suspend(title, { suspensionType: 'limited', numberOfDays: 10 }));
    await mustSucceed(into.suspend(title));
    await merge(from, into);
    await mustSucceed(borrower.returnTitle(title));
    expect(await conditionsOf(title, into)).toEqual(['suspended']);
    await advanceClock(library.service, 11 * DAY);
    // What the timers do, here without a worker.
    await mustSucceed(into.suspend(title, { suspensionType: 'limited', numberOfDays: 1 }));
  });
});

test('who has borrowed the title on one card no longer waits for it on the other', async () => {
  const title = await library.addTitle(1);
  const [from, into] = await library.addPatrons(2);
  await mustSucceed(from.borrow(title));
  await mustSucceed(into.place(title));
  const [next] = await library.fillQueue(title, 1);
  await merge(from, into);
  expect((await into.loan(title)).status).toBe(200);
  expect(await conditionsOf(title, into)).toEqual(['gone']);
  expect(await placeOf(next, title)).toBe(1);
});

test('who has borrowed the title on one card goes on waiting for it on the other, if the loan can be renewed', async () => {
  const title = await library.addTitle(1);
  const [from, into] = await library.addPatrons(2);
  await mustSucceed(from.borrow(title));
  await mustSucceed(into.place(title));
  await advanceClock(library.service, 19 * DAY);
  await mustSucceed(from.place(title));
  await merge(from, into);
  expect((await into.loan(title)).status).toBe(200);
  expect(await conditionsOf(title, into)).toEqual(['waiting']);
  expect((await into.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 1 });
});

test('of two loans, the one that ends later is kept, and the other copy goes to the next in line', async () => {
  const title = await library.addTitle(2);
  const [from, into] = await library.addPatrons(2);
  await mustSucceed(into.borrow(title));
  await advanceClock(library.service, HOUR);
  const later = (await mustSucceed(from.borrow(title))).body.expires as string;
  const [next] = await library.fillQueue(title, 1);
  await merge(from, into);
  expect((await into.loan(title)).body.expires).toBe(later);
  expect(await conditionsOf(title, next)).toEqual(['ready']);
});

test('the holds get the category of the new card, and the copies that it may use', async () => {
  await library.import(category('member', ['elsewhere']));
  const title = await library.addTitle({ elsewhere: 1, main: 0 });
  const from = await library.addPatron();
  const into = await library.addPatron({ category: 'member' });
  await mustSucceed(from.place(title));
  expect(await conditionsOf(title, from)).toEqual(['waiting']);
  await merge(from, into);
  expect(await conditionsOf(title, into)).toEqual(['ready']);
  expect(await ticketsWithNotice(library)).toEqual([1]);
});

test('what time has ended is applied first: a pickup that is over takes no place, and its copy goes on', async () => {
  await library.import(libraryRecord({ missedPickup: 'cancel' }));
  const [title, shared] = [await library.addTitle(1), await library.addTitle(1)];
  const [from, next] = await library.fillQueue(title, 2);
  const into = await library.addPatron();
  for (const patron of [from, into]) await mustSucceed(patron.place(shared));
  await advanceClock(library.service, 73 * HOUR);
  await merge(from, into);
  expect(await conditionsOf(title, into, next)).toEqual(['gone', 'ready']);
  expect(await conditionsOf(shared, into)).toEqual(['ready']);
});

test('limits are not checked: nobody loses a place because the library issued two cards', async () => {
  const titles = [await library.addTitle(), await library.addTitle()];
  const [from, into] = [await library.addPatron(), await library.addPatron({ holdLimit: 1 })];
  await mustSucceed(from.place(titles[0]!));
  await mustSucceed(into.place(titles[1]!));
  await merge(from, into);
  expect((await into.list()).body.holds).toHaveLength(2);
  // The library's invariants count patrons above their limits.
  await library.import(patronRecord(into.patronId, { holdLimit: null }));
});

test('only another patron of the same library is accepted', async () => {
  const { patron, title } = await library.waiting();
  const stranger = await (await TestLibrary.open()).addPatron();
  for (const into of [patron.patronId, stranger.patronId, 987_654])
    expectRefusal(await operator.merge(patron, into), 'InvalidFieldValue');
  expectRefusal(await operator.merge(987_654, patron.patronId), 'NotFound');
  expect((await patron.find(title)).status).toBe(200);
});

test('merges, placements and returns at the same time lose nothing', async () => {
  const random = new SeededRandom(2026);
  const titles = [await library.addTitle(1), await library.addTitle(2), await library.addTitle(0)];
  const patrons = await library.addPatrons<number>(12);
  for (const patron of patrons)
    for (const title of titles) if (random.integerBelow(3) > 0) await mustSucceed(patron.place(title));
  const pairs = Array.from(
    { length: 6 },
    (_, index) => [patrons[2 * index]!, patrons[2 * index + 1]!] as const,
  );
  const answers = await Promise.all([
    ...pairs.map(([from, into]) => operator.merge(from, into.patronId)),
    // The other way round, too: one of the two is refused.
    ...pairs.slice(0, 3).map(([from, into]) => operator.merge(into, from.patronId)),
    ...patrons.flatMap((patron) => titles.map((title) => patron.borrow(title))),
    ...patrons.flatMap((patron) => titles.map((title) => patron.place(title))),
  ]);
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  const merged = answers.slice(0, 9).filter(({ status }) => status === 204);
  expect(merged).toHaveLength(6);
});
