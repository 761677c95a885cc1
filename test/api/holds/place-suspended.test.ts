import { expectCreated, expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, MINUTE } from '../../support/clock.js';
import { conditionsOf } from '../../support/conditions.js';
import { brokenInvariants, recordOvertaking } from '../../support/invariants.js';
import { interceptStatements } from '../../support/stored/intercept-statements.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
  await recordOvertaking(library.service.database);
});
afterEach(async () => expect(await brokenInvariants(library.service.database)).toEqual([]));
afterAll(() => library.close());

const EMAIL = { emailAddress: 'reader@example.org' };
const INDEFINITE = { ...EMAIL, suspensionType: 'indefinite' };
const TWO_WEEKS = { ...EMAIL, suspensionType: 'limited', numberOfDays: '14' };

test.each([
  [INDEFINITE, { suspensionType: 'indefinite', numberOfDays: 0 }],
  [TWO_WEEKS, { suspensionType: 'limited', numberOfDays: 14 }],
])('a hold that is placed with %j is suspended from the start', async (values, holdSuspension) => {
  const [patron, title] = [await library.addPatron(), await library.addTitle()];
  const answer = await patron.place(title, values);
  expectCreated(answer);
  expect(answer.body).toMatchObject({ holdSuspension, holdListPosition: 1, numberOfHolds: 1 });
  expect(Object.keys(answer.body.actions)).toEqual([
    'removeHold',
    'editHold',
    'editSuspension',
    'releaseSuspension',
  ]);
  expect((await patron.find(title)).body.holdSuspension).toEqual(holdSuspension);
});

test('a free copy is not set aside for it at any moment, and nobody is told of it', async () => {
  const [patron, next, title] = [
    await library.addPatron(),
    await library.addPatron(),
    await library.addTitle(1),
  ];
  const written: string[] = [];
  const stop = interceptStatements(({ name }) => void written.push(name ?? ''));
  try {
    expectCreated(await patron.place(title, INDEFINITE));
  } finally {
    stop();
  }
  expect(written.filter((name) => /^(queue-hand-over|outbox-)/.test(name))).toEqual([]);
  expect(await library.copiesOf(title)).toMatchObject({ main: { setAside: 0 } });

  expectCreated(await next.place(title));
  expect(await conditionsOf(title, patron, next)).toEqual(['suspended', 'ready']);
});

test('it keeps its place, and is next once it is released', async () => {
  const title = await library.addTitle();
  const [patron, next] = await library.addPatrons(2);
  expectCreated(await patron.place(title, INDEFINITE));
  expectCreated(await next.place(title));
  await mustSucceed(patron.release(title));
  await library.setCopiesOwned(title, 1);
  expect(await conditionsOf(title, patron, next)).toEqual(['ready', 'waiting']);
});

test('a limited suspension ends by itself', async () => {
  const [patron, title] = [await library.addPatron(), await library.addTitle()];
  expectCreated(await patron.place(title, TWO_WEEKS));
  await advanceClock(library.service, 14 * DAY - MINUTE);
  expect(await conditionsOf(title, patron)).toEqual(['suspended']);
  await advanceClock(library.service, MINUTE);
  expect(await conditionsOf(title, patron)).toEqual(['waiting']);
});

test.each([
  [{ suspensionType: 'paused' }, 'InvalidFieldValue', 'suspensionType must be indefinite or limited.'],
  [{ suspensionType: 'limited' }, 'MissingField', /^numberOfDays is missing/],
  [{ suspensionType: 'limited', numberOfDays: '0' }, 'InvalidFieldValue', /^numberOfDays must be/],
] as const)('a placement with %j is refused, and no hold is placed', async (values, code, message) => {
  const [patron, title] = [await library.addPatron(), await library.addTitle()];
  expectRefusal(await patron.place(title, { ...EMAIL, ...values }), code, message);
  expect((await patron.list()).body.totalItems).toBe(0);
});

test.each([{ suspensionType: '' }, { suspensionType: null }, { numberOfDays: 'soon' }])(
  'a placement with %j places a hold that waits',
  async (values) => {
    const [patron, title] = [await library.addPatron(), await library.addTitle()];
    expectCreated(await patron.place(title, { ...EMAIL, ...values }));
    expect(await conditionsOf(title, patron)).toEqual(['waiting']);
  },
);
