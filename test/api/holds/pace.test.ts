import { PaceReviews } from '../../../src/circulation/pace/pace-reviews.service.js';
import { tryLockPaces } from '../../../src/circulation/pace/pace.store.js';
import { QueueService } from '../../../src/circulation/queue.service.js';
import { expectOk, expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, HOUR } from '../../support/clock.js';
import { conditionIn, type SeenCondition } from '../../support/conditions.js';
import { brokenInvariantsOf, recordOvertaking } from '../../support/invariants.js';
import { HOLDS } from '../../support/paths.js';
import { PUBLIC_URL } from '../../support/service.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';

const PACE = `${HOLDS}/pace`;

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
  await recordOvertaking(library.service.database);
});

/** As a worker does soon after each change. */
function review(): Promise<number> {
  const { database } = library.service;
  return new PaceReviews(database, new QueueService()).reviewAll();
}

async function choose(patron: TestPatron, readyAtMost: number): Promise<void> {
  await mustSucceed(patron.put(PACE, { readyAtMost }));
  await review();
}

/** Places holds on titles with one copy each. @param readyAtMost chosen before */
async function holdTitles(
  number: number,
  readyAtMost: number,
): Promise<{ patron: TestPatron; titles: [TestTitle, TestTitle, ...TestTitle[]] }> {
  const patron = await library.addPatron();
  await choose(patron, readyAtMost);
  const titles: TestTitle[] = [];
  for (let title = 0; title < number; title++) titles.push(await library.addTitle(1));
  for (const title of titles) await mustSucceed(patron.place(title));
  return { patron, titles: titles as [TestTitle, TestTitle, ...TestTitle[]] };
}

async function conditions(patron: TestPatron, titles: readonly TestTitle[]): Promise<SeenCondition[]> {
  return Promise.all(titles.map(async (title) => conditionIn(await patron.find(title))));
}

test('a patron reads, chooses and lifts a pace, and the list of holds links to it', async () => {
  const patron = await library.addPatron();
  const list = await patron.list();
  expectOk(list);
  expect(list.body.links).toMatchObject({ pace: { href: `${PUBLIC_URL}${PACE}` } });
  const links = { self: { href: `${PUBLIC_URL}${PACE}` }, holds: { href: `${PUBLIC_URL}${HOLDS}` } };
  expect((await patron.get(PACE)).body).toMatchObject({ readyAtMost: null, links });
  expect((await patron.put(PACE, { readyAtMost: 2 })).status).toBe(204);
  expect((await patron.get(PACE)).body).toMatchObject({ readyAtMost: 2, links });
  expect((await patron.put(PACE, { readyAtMost: '100' })).status).toBe(204);
  expect((await patron.get(PACE)).body).toMatchObject({ readyAtMost: 100 });
  expect((await patron.delete(PACE)).status).toBe(204);
  expect((await patron.delete(PACE)).status).toBe(204);
  expect((await patron.get(PACE)).body).toMatchObject({ readyAtMost: null });
});

test('a pace that is no number from 1 to 100 is refused, and the former one stays', async () => {
  const patron = await library.addPatron();
  await choose(patron, 3);
  for (const readyAtMost of ['0', '-1', '101', '1.5', 'many', '123456789012345678901'])
    expectRefusal(await patron.put(PACE, { readyAtMost }), 'InvalidFieldValue');
  expectRefusal(await patron.put(PACE, {}), 'MissingField');
  expect((await patron.get(PACE)).body).toMatchObject({ readyAtMost: 3 });
});

test('a list of two holds or more offers to choose a pace, and to lift it', async () => {
  const patron = await library.addPatron();
  const actions = async (): Promise<Record<string, unknown>> =>
    ((await patron.list()).body.actions ?? {}) as Record<string, unknown>;
  const href = `${PUBLIC_URL}${PACE}`;
  const field = { name: 'readyAtMost', type: 'number', optional: false };
  const options = ['1', '2', '3', '4', '5', '6', '8', '10'];
  await mustSucceed(patron.place(await library.addTitle()));
  expect(Object.keys(await actions())).toEqual(['suspendAll']);
  await mustSucceed(patron.place(await library.addTitle()));
  const choosePace = { href, type: 'application/json', method: 'put', fields: [{ ...field, options }] };
  expect(await actions()).toMatchObject({ choosePace });
  expect(Object.keys(await actions())).toEqual(['suspendAll', 'choosePace']);
  await choose(patron, 7);
  const chosen = [{ ...field, value: '7', options: ['1', '2', '3', '4', '5', '6', '7', '8', '10'] }];
  expect(await actions()).toMatchObject({
    choosePace: { ...choosePace, fields: chosen },
    liftPace: { href, method: 'delete' },
  });
});

test('while as many as wanted are ready, other holds wait in their places, and their copies go to the next in line', async () => {
  const { patron, titles } = await holdTitles(3, 1);
  expect(await conditions(patron, titles)).toEqual(['ready', 'waiting', 'waiting']);
  const next = await library.addPatron();
  await mustSucceed(next.place(titles[1]));
  expect(await conditions(next, [titles[1]])).toEqual(['ready']);
  expect((await patron.find(titles[1])).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 2 });
});

test.each<[string, (patron: TestPatron, ready: TestTitle) => Promise<unknown>, SeenCondition]>([
  ['is removed', (patron, ready) => patron.remove(ready), 'gone'],
  ['is borrowed', (patron, ready) => patron.borrow(ready), 'gone'],
  ['is suspended', (patron, ready) => patron.suspend(ready), 'suspended'],
  [
    'ends with its title',
    (_, { reserveId }) =>
      library.import({
        record: 'withdrawal',
        websiteId: library.websiteId,
        reserveId,
        reason: 'rights-ended',
      }),
    'gone',
  ],
  ['loses its copy with its title', (_, ready) => library.setCopiesOwned(ready, 0), 'ready'],
])('when the ready hold %s, the next one by ticket is ready if there is room', async (_, end, condition) => {
  const { patron, titles } = await holdTitles(3, 1);
  await end(patron, titles[0]);
  await review();
  const rest = condition === 'ready' ? ['waiting', 'waiting'] : ['ready', 'waiting'];
  expect(await conditions(patron, titles)).toEqual([condition, ...rest]);
  expect(await review()).toBe(0);
});

test('when a pickup is missed, the next hold is ready', async () => {
  const { patron, titles } = await holdTitles(2, 1);
  await advanceClock(library.service, 3 * DAY + HOUR);
  // Whoever looks at the queue first writes down that the pickup is over.
  expect(await conditions(patron, [titles[0]])).toEqual(['suspended']);
  await review();
  expect(await conditions(patron, titles)).toEqual(['suspended', 'ready']);
});

test('a faster pace, or none, lets waiting holds be ready; a slower one leaves those that are', async () => {
  const { patron, titles } = await holdTitles(4, 1);
  await choose(patron, 2);
  expect(await conditions(patron, titles)).toEqual(['ready', 'ready', 'waiting', 'waiting']);
  await choose(patron, 1);
  expect(await conditions(patron, titles)).toEqual(['ready', 'ready', 'waiting', 'waiting']);
  await mustSucceed(patron.delete(PACE));
  await review();
  expect(await conditions(patron, titles)).toEqual(['ready', 'ready', 'ready', 'ready']);
});

test('a hold that is suspended is not ready before it is released, and a review leaves it', async () => {
  const { patron, titles } = await holdTitles(2, 1);
  await mustSucceed(patron.suspend(titles[1]));
  await mustSucceed(patron.remove(titles[0]));
  await review();
  expect(await conditions(patron, [titles[1]])).toEqual(['suspended']);
  await mustSucceed(patron.release(titles[1]));
  expect(await conditions(patron, [titles[1]])).toEqual(['ready']);
});

test('borrowing is not paced: a copy that is free can be borrowed', async () => {
  const { patron, titles } = await holdTitles(2, 1);
  await mustSucceed(patron.borrow(titles[1]));
  expect(await conditions(patron, titles)).toEqual(['ready', 'gone']);
});

test('two patrons with a pace in one line: the copy goes to the first who wants one', async () => {
  const { patron, titles } = await holdTitles(1, 1);
  const title = await library.addTitle(0);
  const other = await library.addPatron();
  await choose(other, 1);
  await mustSucceed(patron.place(title));
  await mustSucceed(other.place(title));
  await library.setCopiesOwned(title, 1);
  expect([...(await conditions(patron, [title])), ...(await conditions(other, [title]))]).toEqual([
    'waiting',
    'ready',
  ]);
  await mustSucceed(patron.remove(titles[0]));
  await library.setCopiesOwned(title, 2);
  expect(await conditions(patron, [title])).toEqual(['ready']);
});

test('while another queue may be giving the patron a copy, this one goes on to the next in line, and looks again', async () => {
  const { patron, titles } = await holdTitles(1, 2);
  const title = await library.addTitle(0);
  const next = await library.addPatron();
  await mustSucceed(patron.place(title));
  await mustSucceed(next.place(title));
  await library.service.database.transaction(async (connection) => {
    await tryLockPaces(connection, library.websiteId, [patron.patronId]);
    await library.setCopiesOwned(title, 2);
    expect([...(await conditions(patron, [title])), ...(await conditions(next, [title]))]).toEqual([
      'waiting',
      'ready',
    ]);
  });
  await review();
  expect(await conditions(patron, [...titles, title])).toEqual(['ready', 'ready']);
});

test('a queue that cannot be brought up to date holds up no other patron, and is looked at again', async () => {
  const stuck = await holdTitles(2, 1);
  const { patron, titles } = await holdTitles(2, 1);
  for (const each of [stuck, { patron, titles }]) await mustSucceed(each.patron.remove(each.titles[0]));
  const queues = new QueueService();
  const applyDue = queues.lockAndApplyDue.bind(queues);
  queues.lockAndApplyDue = (connection, queue) =>
    queue.reserveId === stuck.titles[1].reserveId
      ? Promise.reject(new Error('The queue is locked.'))
      : applyDue(connection, queue);
  const reviews = new PaceReviews(library.service.database, queues);
  await expect(reviews.reviewAll()).rejects.toThrow('The queue is locked.');
  expect(await conditions(patron, [titles[1]])).toEqual(['ready']);
  expect(await conditions(stuck.patron, [stuck.titles[1]])).toEqual(['waiting']);
  await review();
  expect(await conditions(stuck.patron, [stuck.titles[1]])).toEqual(['ready']);
});

test('nothing of this breaks a rule of the stored data', async () => {
  expect(await brokenInvariantsOf(library)).toEqual([]);
});
