import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from '../../../../src/platform/database/statement.js';
import { type Answer, RetryingClient } from '../../../support/client.js';
import { brokenInvariants, recordOvertaking } from '../../../support/invariants.js';
import { type Deployment, startDeployment } from '../../support/processes.js';
import { category, collection, copies, patron, reserveIdOf, smallLibrary } from '../../../support/records.js';
import { SEED, SeededRandom } from '../../../support/seeded-random.js';

const SECONDS = Number(process.env.HOLDFAST_RANDOM_LOAD_SECONDS ?? 10);
const PATRONS = 30;
const TITLES = 10;
const HOLD_LIMIT = 6;

let deployment: Deployment;
let folder: string;
/** Each patron's clients, one for each process. */
const clientsByPatron: RetryingClient[][] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-random-load-'));
  const records = [
    ...smallLibrary(20, Array<number>(TITLES).fill(1), { holdLimit: HOLD_LIMIT }),
    collection('childrens'),
    category('child', ['childrens']),
    category('adult', ['main', 'childrens']),
    ...Array.from({ length: PATRONS - 20 }, (_, index) => patron(21 + index, { category: 'child' })),
    ...Array.from({ length: TITLES }, (_, index) => copies(index + 1, index % 3, 'childrens')),
  ];
  // With timers and mail, like a single process.
  deployment = await startDeployment(records, {
    settings: { ROLE: 'all', DATA_DIR: folder },
    client: RetryingClient,
  });
  await recordOvertaking(deployment.database);
  for (let patronId = 1; patronId <= PATRONS; patronId++)
    clientsByPatron.push(await deployment.signIn(patronId));
});
afterAll(async () => {
  await deployment.close();
  await rm(folder, { recursive: true });
});

/** Sends a random request. */
function sendRandomRequest(random: SeededRandom, client: RetryingClient): Promise<Answer> {
  const number = 1 + random.integerBelow(TITLES);
  const id = random.pick([String(number), reserveIdOf(number)]);
  const hold = `/v1/patrons/me/holds/${id}`;
  const emailAddress = `p${random.integerBelow(100)}@example.org`;
  const suspension = random.pick([
    { suspensionType: 'indefinite' },
    { suspensionType: 'limited', numberOfDays: 1 + random.integerBelow(365) },
  ]);
  const operations = {
    place: () => client.post('/v1/patrons/me/holds', { id, emailAddress }),
    placeWithoutEmail: () => client.post(hold, { ignoreHoldEmail: true }),
    remove: () => client.delete(hold),
    change: () => client.put(hold, { emailAddress }),
    suspend: () => client.post(`${hold}/suspension`, suspension),
    changeSuspension: () => client.put(`${hold}/suspension`, suspension),
    release: () => client.delete(`${hold}/suspension`),
    list: () => client.get('/v1/patrons/me/holds'),
    choosePace: () => client.put('/v1/patrons/me/holds/pace', { readyAtMost: 1 + random.integerBelow(3) }),
    liftPace: () => client.delete('/v1/patrons/me/holds/pace'),
    find: () => client.get(hold),
    borrow: () => client.post('/v1/patrons/me/checkouts', { reserveId: reserveIdOf(number) }),
    returnTitle: () => client.delete(`/v1/patrons/me/checkouts/${id}`),
  };
  const { place, remove, suspend, release } = operations;
  return random.pick([...Object.values(operations), place, place, remove, suspend, release])();
}

const EXPECTED = [
  '200 ',
  '201 ',
  '204 ',
  '400 AlreadyOnWaitList',
  '400 HoldAlreadySuspended',
  '400 HoldReadyForCheckout',
  '400 IgnoreHoldEmailCannotBeChanged',
  '400 NoCopiesAvailable',
  '400 PatronDoesntHaveTitleCheckedOut',
  '400 PatronExceededHoldLimit',
  '400 PatronHasExceededCheckoutLimit',
  '400 TitleAlreadyCheckedOut',
  '400 NotWithinRenewalWindow',
  '404 HoldNotSuspended',
  '404 PatronDoesntHaveTitleOnHold',
];

/** How often each answer occurred, by its status and error code. */
const answers = new Map<string, number>();

/** Sends requests until then, and at least twenty on a slow machine. */
async function actAsPatron(patronId: number, until: number): Promise<void> {
  const random = new SeededRandom(patronId);
  const clients = clientsByPatron[patronId - 1]!;
  for (let requests = 0; requests < 20 || Date.now() < until; requests++) {
    const { status, body } = await sendRandomRequest(random, random.pick(clients));
    const { errorCode = '', totalItems, holds } = (body ?? {}) as Record<string, unknown>;
    const key = `${status} ${String(errorCode)}`;
    answers.set(key, (answers.get(key) ?? 0) + 1);
    if (Array.isArray(holds)) expect(totalItems).toBe(holds.length);
  }
}

/** Changes the numbers of copies, and moves patrons between the categories. */
async function actAsLibrary(until: number): Promise<void> {
  const random = new SeededRandom(0);
  while (Date.now() < until) {
    const number = 1 + random.integerBelow(TITLES);
    await deployment.import(copies(number, random.integerBelow(4), random.pick(['main', 'childrens'])));
    if (random.integerBelow(5) === 0)
      await deployment.import(
        patron(1 + random.integerBelow(PATRONS), { category: random.pick(['adult', 'child']) }),
      );
    await sleep(random.integerBelow(50));
  }
}

const DEADLOCKS = statement(
  'test-deadlocks',
  'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
);

test(
  `random load for ${SECONDS} s breaks no invariant, and causes no server error (HOLDFAST_TEST_SEED=${SEED})`,
  async () => {
    const until = Date.now() + SECONDS * 1000;
    const load = Promise.all([
      actAsLibrary(until),
      ...Array.from({ length: PATRONS }, (_, index) => actAsPatron(index + 1, until)),
    ]);
    while (Date.now() < until) {
      expect(await brokenInvariants(deployment.database)).toEqual([]);
      await sleep(1000);
    }
    await load;
    expect(await brokenInvariants(deployment.database)).toEqual([]);
    expect(await deployment.database.run(DEADLOCKS)).toEqual([{ deadlocks: 0 }]);
    for (const answer of answers.keys()) expect(EXPECTED).toContain(answer);
    for (const success of ['200 ', '201 ', '204 ']) expect(answers.get(success)).toBeGreaterThan(10);
  },
  SECONDS * 1000 + 120_000,
);
