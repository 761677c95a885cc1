import { expectOk, expectRefusal } from '../../support/answers.js';
import { type Answer, mustSucceed } from '../../support/client.js';
import { conditionsOf } from '../../support/conditions.js';
import { brokenInvariantsOf } from '../../support/invariants.js';
import { HOLDS } from '../../support/paths.js';
import { PUBLIC_URL, pathOf } from '../../support/service.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});

const ALL = `${HOLDS}/suspension`;
const INDEFINITE = { suspensionType: 'indefinite' };
const TWO_WEEKS = { suspensionType: 'limited', numberOfDays: '14' };
const WITH_READY = { ...TWO_WEEKS, includeReady: 'true' };

interface ThreeHolds {
  readonly patron: TestPatron;
  readonly waiting: TestTitle;
  readonly suspended: TestTitle;
  readonly ready: TestTitle;
}

/** A patron with a hold in each condition, placed in this order. */
async function addHolds(): Promise<ThreeHolds> {
  const patron = await library.addPatron();
  const titles = [await library.addTitle(), await library.addTitle(), await library.addTitle(1)] as const;
  for (const title of titles) await mustSucceed(patron.place(title));
  const [waiting, suspended, ready] = titles;
  await mustSucceed(patron.suspend(suspended, { suspensionType: 'limited', numberOfDays: 3 }));
  return { patron, waiting, suspended, ready };
}

const outcomesIn = ({ body }: Answer): unknown[] =>
  (body as { outcomes: { crossRefId: number; outcome: string }[] }).outcomes.map(
    ({ crossRefId, outcome }) => [crossRefId, outcome],
  );

const actionsOf = async (patron: TestPatron): Promise<Record<string, { href: string; method: string }>> =>
  (await patron.list()).body.actions as Record<string, { href: string; method: string }>;

describe('the list of holds', () => {
  test('offers what can change a hold, with the fields of a single suspension', async () => {
    const { patron, waiting, ready } = await addHolds();
    const href = `${PUBLIC_URL}/v1/patrons/me/holds/suspension`;
    const { fields } = (await patron.find(waiting)).body.actions.addSuspension;
    const includeReady = {
      name: 'includeReady',
      type: 'text',
      value: 'false',
      options: ['false', 'true'],
      optional: true,
    };
    const suspendAll = { href, type: 'application/json', method: 'post' };
    const { choosePace, ...others } = await actionsOf(patron);
    expect(choosePace).toBeDefined();
    expect(others).toEqual({
      suspendAll: { ...suspendAll, fields: [...fields, includeReady] },
      releaseAll: { href, method: 'delete' },
    });
    await mustSucceed(patron.remove(ready));
    expect((await actionsOf(patron)).suspendAll).toEqual({ ...suspendAll, fields });
  });

  test('offers only what can change its holds', async () => {
    for (const [condition, offered] of [
      ['waiting', 'suspendAll'],
      ['ready', 'suspendAll'],
      ['suspended', 'releaseAll'],
    ] as const) {
      const { patron } = await library[condition]();
      expect(Object.keys(await actionsOf(patron))).toEqual([offered]);
    }
  });
});

describe('suspending all holds', () => {
  test.each([{}, { includeReady: 'false' }])('spares those that are ready (%j)', async (values) => {
    const { patron, waiting, suspended, ready } = await addHolds();
    const next = await library.addPatron();
    await mustSucceed(next.place(ready));
    expect(outcomesIn(await patron.post(ALL, { ...TWO_WEEKS, ...values }))).toEqual([
      [ready.crossRefId, 'leftReady'],
      [suspended.crossRefId, 'alreadySuspended'],
      [waiting.crossRefId, 'suspended'],
    ]);
    expect(await conditionsOf(ready, patron, next)).toEqual(['ready', 'waiting']);
    expect(Object.keys(await actionsOf(patron))).toEqual(['suspendAll', 'releaseAll', 'choosePace']);
  });

  test('suspends those that wait and, if asked to, those that are ready, and says what was done to each', async () => {
    const { patron, waiting, suspended, ready } = await addHolds();
    const answer = await patron.post(ALL, WITH_READY);
    expectOk(answer);
    const holdSuspension = { suspensionType: 'limited', numberOfDays: 14 };
    const link = (path: string): object => ({
      href: `${PUBLIC_URL}${path}`,
      type: 'application/vnd.holdfast.circulation.api+json',
    });
    const of = (title: TestTitle, members: object): object => ({
      ...title,
      ...members,
      links: { self: link(`${HOLDS}/${title.reserveId}`) },
    });
    expect(answer.body).toEqual({
      totalItems: 3,
      outcomes: [
        of(ready, { outcome: 'suspended', holdSuspension }),
        of(suspended, { outcome: 'alreadySuspended' }),
        of(waiting, { outcome: 'suspended', holdSuspension }),
      ],
      links: { holds: link(HOLDS) },
    });
    for (const [title, numberOfDays] of [
      [waiting, 14],
      [suspended, 3],
      [ready, 14],
    ] as const)
      expect((await patron.find(title)).body.holdSuspension).toEqual({
        suspensionType: 'limited',
        numberOfDays,
      });
  });

  test('gives the copies of ready holds to those who wait if asked to, leaves theirs alone, and the places stay', async () => {
    const title = await library.addTitle(1);
    const [first, second, third] = await library.fillQueue(title, 3);
    await mustSucceed(first.post(ALL, { ...INDEFINITE, includeReady: true }));
    expect(await conditionsOf(title, first, second, third)).toEqual(['suspended', 'ready', 'waiting']);
    expect((await first.find(title)).body.holdListPosition).toBe(1);
  });

  test('does so for a hundred holds in one request, and a second one finds nothing to do', async () => {
    const patron = await library.addPatron({ holdLimit: 100 });
    const titles: TestTitle[] = [];
    for (let count = 0; count < 100; count++) titles.push(await library.addTitle(count % 2));
    for (const title of titles) await mustSucceed(patron.place(title));
    const newestFirst = titles.map(({ crossRefId }) => crossRefId).reverse();

    const all = (outcome: string): unknown[] => newestFirst.map((id) => [id, outcome]);
    expect(outcomesIn(await patron.post(ALL, { ...INDEFINITE, includeReady: true }))).toEqual(
      all('suspended'),
    );
    expect(outcomesIn(await patron.post(ALL, TWO_WEEKS))).toEqual(all('alreadySuspended'));
    expect(outcomesIn(await patron.delete(ALL))).toEqual(all('released'));
    expect(outcomesIn(await patron.delete(ALL))).toEqual(all('notSuspended'));
  });

  test('ignores an address, which holds may have different ones of', async () => {
    const { patron, title } = await library.waiting();
    const answer = await patron.post(ALL, { ...INDEFINITE, emailAddress: 'other@example.org' });
    expect(outcomesIn(answer)).toEqual([[title.crossRefId, 'suspended']]);
  });

  test('of a patron without holds does nothing', async () => {
    const answer = await (await library.addPatron()).post(ALL, INDEFINITE);
    expectOk(answer);
    expect(answer.body).toMatchObject({ totalItems: 0, outcomes: [] });
  });

  test('is refused as the suspension of one hold is', async () => {
    const { patron } = await library.waiting();
    const before = await patron.snapshot();
    for (const [values, code, message] of [
      [{}, 'MissingField', /^suspensionType is missing/],
      [{ suspensionType: 'paused' }, 'InvalidFieldValue', /^suspensionType must be/],
      [{ suspensionType: 'limited' }, 'MissingField', /^numberOfDays is missing/],
      [{ suspensionType: 'limited', numberOfDays: 366 }, 'InvalidFieldValue', /^numberOfDays must be/],
      [{ ...INDEFINITE, includeReady: 'ready' }, 'InvalidFieldValue', /^includeReady must be true or false/],
    ] as const)
      expectRefusal(await patron.post(ALL, values), code, message);
    expect(await patron.snapshot()).toEqual(before);
  });
});

describe('releasing all holds', () => {
  test('makes them live again in their places, and ready where a copy is free', async () => {
    const { patron, waiting, suspended, ready } = await addHolds();
    await mustSucceed(patron.post(ALL, WITH_READY));
    const answer = await patron.delete(ALL);
    expectOk(answer);
    expect(outcomesIn(answer)).toEqual(
      [ready, suspended, waiting].map(({ crossRefId }) => [crossRefId, 'released']),
    );
    expect(await conditionsOf(waiting, patron)).toEqual(['waiting']);
    expect(await conditionsOf(suspended, patron)).toEqual(['waiting']);
    expect(await conditionsOf(ready, patron)).toEqual(['ready']);
  });

  test('leaves holds that are not suspended as they are', async () => {
    const { patron, waiting, suspended, ready } = await addHolds();
    const before = [(await patron.find(waiting)).text, (await patron.find(ready)).text];
    expect(outcomesIn(await patron.delete(ALL))).toEqual([
      [ready.crossRefId, 'notSuspended'],
      [suspended.crossRefId, 'released'],
      [waiting.crossRefId, 'notSuspended'],
    ]);
    expect([(await patron.find(waiting)).text, (await patron.find(ready)).text]).toEqual(before);
  });
});

test('a client can follow the actions of the list without knowing an address', async () => {
  const { patron, waiting, suspended, ready } = await addHolds();
  const { suspendAll } = await actionsOf(patron);
  await mustSucceed(patron.post(pathOf(suspendAll!.href), WITH_READY));
  const { releaseAll, ...others } = await actionsOf(patron);
  expect(Object.keys(others)).toEqual(['choosePace']);
  await mustSucceed(patron.delete(pathOf(releaseAll!.href)));
  for (const title of [waiting, suspended, ready])
    expect((await patron.find(title)).body).not.toHaveProperty('holdSuspension');
});

test('the address allows no other method than that of a hold', async () => {
  const { patron } = await library.waiting();
  expectRefusal(await patron.get(ALL), 'PatronDoesntHaveTitleOnHold');
  expectRefusal(await patron.put(ALL, INDEFINITE), 'PatronDoesntHaveTitleOnHold');
});

test('nothing of this breaks a rule of the stored data', async () => {
  expect(await brokenInvariantsOf(library)).toEqual([]);
});
