import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from '../../src/platform/database/statement.js';
import { type Answer, PatientClient } from '../support/client.js';
import { brokenInvariants, witnessHandOvers } from '../support/invariants.js';
import { type Deployment, startDeployment } from '../support/processes.js';
import { Chances, SEED } from '../support/random.js';
import { category, collection, copies, patron, reserveIdOf, smallLibrary } from '../support/records.js';

const SECONDS = Number(process.env.HOLDFAST_STORM_SECONDS ?? 10);
const PATRONS = 30;
const TITLES = 10;
const HOLD_LIMIT = 6;

let deployment: Deployment;
let folder: string;
/** Each patron's clients, one for each process. */
const signedIn: PatientClient[][] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-storm-'));
  const records = [
    ...smallLibrary(20, Array<number>(TITLES).fill(1), { holdLimit: HOLD_LIMIT }),
    collection('childrens'),
    category('child', ['childrens']),
    category('adult', ['main', 'childrens']),
    ...Array.from({ length: PATRONS - 20 }, (_, index) => patron(21 + index, { category: 'child' })),
    ...Array.from({ length: TITLES }, (_, index) => copies(index + 1, index % 3, 'childrens')),
  ];
  // With timers and mail, as one process is by itself.
  deployment = await startDeployment(records, {
    settings: { ROLE: 'all', DATA_DIR: folder },
    client: PatientClient,
  });
  await witnessHandOvers(deployment.database);
  for (let patronId = 1; patronId <= PATRONS; patronId++) signedIn.push(await deployment.signIn(patronId));
});
afterAll(async () => {
  await deployment.close();
  await rm(folder, { recursive: true });
});

/** What a patron does next, at random. */
function operation(chances: Chances, client: PatientClient): Promise<Answer> {
  const number = 1 + chances.below(TITLES);
  const id = chances.oneOf([String(number), reserveIdOf(number)]);
  const hold = `/v1/patrons/me/holds/${id}`;
  const emailAddress = `p${chances.below(100)}@example.org`;
  const suspension = chances.oneOf([
    { suspensionType: 'indefinite' },
    { suspensionType: 'limited', numberOfDays: 1 + chances.below(365) },
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
    find: () => client.get(hold),
    borrow: () => client.post('/v1/patrons/me/checkouts', { reserveId: reserveIdOf(number) }),
    giveBack: () => client.delete(`/v1/patrons/me/checkouts/${id}`),
  };
  const { place, remove, suspend, release } = operations;
  return chances.oneOf([...Object.values(operations), place, place, remove, suspend, release])();
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
  '404 HoldNotSuspended',
  '404 PatronDoesntHaveTitleOnHold',
];

/** How often each answer came: its status, and the code of a refusal. */
const answers = new Map<string, number>();

/** Until then, and often enough on a machine that is slow. */
async function actAsPatron(patronId: number, until: number): Promise<void> {
  const chances = new Chances(patronId);
  const clients = signedIn[patronId - 1]!;
  for (let acts = 0; acts < 20 || Date.now() < until; acts++) {
    const { status, body } = await operation(chances, chances.oneOf(clients));
    const { errorCode = '', totalItems, holds } = (body ?? {}) as Record<string, unknown>;
    const key = `${status} ${String(errorCode)}`;
    answers.set(key, (answers.get(key) ?? 0) + 1);
    if (Array.isArray(holds)) expect(totalItems).toBe(holds.length);
  }
}

/** Buys and loses copies, and moves patrons between the categories. */
async function actAsLibrary(until: number): Promise<void> {
  const chances = new Chances(0);
  while (Date.now() < until) {
    const number = 1 + chances.below(TITLES);
    await deployment.import(copies(number, chances.below(4), chances.oneOf(['main', 'childrens'])));
    if (chances.below(5) === 0)
      await deployment.import(
        patron(1 + chances.below(PATRONS), { category: chances.oneOf(['adult', 'child']) }),
      );
    await sleep(chances.below(50));
  }
}

const DEADLOCKS = statement(
  'deadlocks',
  'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
);

test(
  `in a storm of ${SECONDS} s every promise holds each second, and nobody sees a fault (HOLDFAST_TEST_SEED=${SEED})`,
  async () => {
    const until = Date.now() + SECONDS * 1000;
    const storm = Promise.all([
      actAsLibrary(until),
      ...Array.from({ length: PATRONS }, (_, index) => actAsPatron(index + 1, until)),
    ]);
    while (Date.now() < until) {
      expect(await brokenInvariants(deployment.database)).toEqual([]);
      await sleep(1000);
    }
    await storm;
    expect(await brokenInvariants(deployment.database)).toEqual([]);
    expect(await deployment.database.run(DEADLOCKS)).toEqual([{ deadlocks: 0 }]);
    for (const answer of answers.keys()) expect(EXPECTED).toContain(answer);
    for (const success of ['200 ', '201 ', '204 ']) expect(answers.get(success)).toBeGreaterThan(10);
  },
  SECONDS * 1000 + 120_000,
);
