import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AddressInfo } from 'node:net';
import { createApplication } from '../../src/application.js';
import { QueueService } from '../../src/circulation/queue.service.js';
import { TimersService } from '../../src/circulation/timers.service.js';
import { readConfig } from '../../src/platform/config.js';
import { statement } from '../../src/platform/database/statement.js';
import { Metrics } from '../../src/platform/metrics.js';
import { type Answer, granted, PatronClient } from '../support/client.js';
import { PATIENT } from '../support/database.js';
import { everyInterleaving, type Performer, SteppedDatabase } from '../support/interleavings.js';
import { brokenInvariants, witnessHandOvers } from '../support/invariants.js';
import { patron, reserveIdOf, smallLibrary } from '../support/records.js';
import { type ServiceUnderTest, startService, tokenOf } from '../support/service.js';

/**
 * The scene: title 1 has one copy. Patron 1 is ready, patron 2 waits, patron 3 is suspended, patron 4 waits and patron 5,
 * who may have one hold, has none. Patron 6 has borrowed the only copy of title 2. Two API instances act in it, one
 * statement at a time, in every order there is.
 */
let service: ServiceUnderTest;
let instances: Instance[];
const tokens: string[] = [];

interface Instance {
  readonly database: SteppedDatabase;
  readonly app: NestExpressApplication;
  readonly url: string;
}

const HOLDS = '/v1/patrons/me/holds';
const CHECKOUTS = '/v1/patrons/me/checkouts';
const HOLD = `${HOLDS}/${reserveIdOf(1)}`;
const SUSPENSION = `${HOLD}/suspension`;
const INDEFINITE = { suspensionType: 'indefinite' };

interface Operation {
  readonly name: string;
  /** Operations that share a title or a patron meet; others have no order to speak of. */
  readonly title: 1 | 2;
  readonly patronId?: number;
  perform(instance: Instance): Promise<unknown>;
}

function ofPatron(
  patronId: number,
  name: string,
  ask: (me: PatronClient) => Promise<Answer>,
  title: 1 | 2 = 1,
): Operation {
  return { name, title, patronId, perform: async ({ url }) => told(await ask(as(patronId, url))) };
}

const OPERATIONS: readonly Operation[] = [
  ofPatron(1, 'the first, ready, is removed', (me) => me.delete(HOLD)),
  ofPatron(1, 'the first, ready, is suspended', (me) => me.post(SUSPENSION, INDEFINITE)),
  ofPatron(1, 'the first, ready, is borrowed', (me) => me.post(CHECKOUTS, { crossRefId: 1 })),
  ofPatron(2, 'the second is removed', (me) => me.delete(HOLD)),
  ofPatron(2, 'the second is suspended', (me) =>
    me.post(SUSPENSION, { suspensionType: 'limited', numberOfDays: 7 }),
  ),
  ofPatron(2, 'the second changes the e-mail address', (me) =>
    me.put(HOLD, { emailAddress: 'new@example.org' }),
  ),
  ofPatron(2, 'the second is borrowed', (me) => me.post(CHECKOUTS, { crossRefId: 1 })),
  ofPatron(3, 'the third, suspended, is released', (me) => me.delete(SUSPENSION)),
  ofPatron(3, 'the third, suspended, changes the suspension', (me) =>
    me.put(SUSPENSION, { suspensionType: 'limited', numberOfDays: 3 }),
  ),
  ofPatron(3, 'the third, suspended, is removed', (me) => me.delete(HOLD)),
  ofPatron(5, 'the fifth places a hold', (me) =>
    me.post(HOLDS, { crossRefId: 1, emailAddress: 'five@example.org' }),
  ),
  ofPatron(
    5,
    'the fifth places a hold on the other title',
    (me) => me.post(HOLDS, { id: 2, ignoreHoldEmail: true }),
    2,
  ),
  ofPatron(6, 'the sixth returns the other title', (me) => me.delete(`${CHECKOUTS}/2`), 2),
];

/** Settles what is due, once, as a worker does. */
const TIMERS: Operation = {
  name: 'the timers come',
  title: 1,
  perform: async ({ app, database }) => {
    const timers = new TimersService(database, app.get(QueueService), app.get(Metrics));
    timers.start();
    await timers.stop();
  },
};

type Pair = readonly [one: Operation, other: Operation];
const meet = ([one, other]: Pair): boolean => one.title === other.title || one.patronId === other.patronId;
const PAIRS: readonly Pair[] = OPERATIONS.flatMap((one, index) =>
  OPERATIONS.slice(index).map((other): Pair => [one, other]),
).filter(meet);
/** The timers wait for nobody, and so there are many orders: here are those that are about the copy. */
const PAIRS_WITH_TIMERS = OPERATIONS.filter(({ name }) =>
  ['the first, ready, is borrowed', 'the second is removed'].includes(name),
).map((one): Pair => [one, TIMERS]);

beforeAll(async () => {
  service = await startService([...smallLibrary(4, [1, 1]), patron(5, { holdLimit: 1 }), patron(6)]);
  await witnessHandOvers(service.database);
  for (const patronId of [1, 2, 3, 4, 5, 6]) tokens[patronId] = await tokenOf(service.database, patronId);
  for (const patronId of [1, 2, 3, 4])
    await granted(
      as(patronId, service.url).post(HOLDS, { id: 1, emailAddress: `patron${patronId}@example.org` }),
    );
  await granted(as(3, service.url).post(SUSPENSION, INDEFINITE));
  await granted(as(6, service.url).post(CHECKOUTS, { id: 2 }));
  for (const table of [
    'patron',
    'title_queue',
    'copies',
    'hold',
    'queue_block',
    'queue_category',
    'checkout',
  ])
    await service.database.run(statement('', `CREATE TABLE scene_${table} AS TABLE ${table}`));
  instances = [await startInstance(), await startInstance()];
});
afterAll(async () => {
  for (const { app } of instances) await app.close();
  await service.close();
});

async function startInstance(): Promise<Instance> {
  const config = readConfig({ DATABASE_URL: service.databaseUrl, LOG_LEVEL: 'silent', ROLE: 'api' });
  // However long the test lets a statement wait for a lock, that is no reason to give it up.
  const database = new SteppedDatabase({ url: service.databaseUrl, poolSize: 2, ...PATIENT });
  const app = await createApplication(config, database);
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  return { database, app, url: `http://127.0.0.1:${port}` };
}

function as(patronId: number, url: string): PatronClient {
  return new PatronClient(url, tokens[patronId] ?? '');
}

const SET_SCENE = statement(
  'set-scene',
  `DO $$ BEGIN
     DELETE FROM checkout;
     DELETE FROM hold;
     DELETE FROM queue_block;
     DELETE FROM queue_category;
     UPDATE patron p SET last_hold_email = s.last_hold_email, existing_patron = s.existing_patron
       FROM scene_patron s WHERE s.patron_id = p.patron_id;
     UPDATE title_queue q SET next_ticket = s.next_ticket, live_holds = s.live_holds
       FROM scene_title_queue s WHERE s.reserve_id = q.reserve_id;
     UPDATE copies c SET set_aside = s.set_aside, on_loan = s.on_loan
       FROM scene_copies s WHERE s.reserve_id = c.reserve_id;
     INSERT INTO hold TABLE scene_hold;
     INSERT INTO queue_block TABLE scene_queue_block;
     INSERT INTO queue_category TABLE scene_queue_category;
     INSERT INTO checkout TABLE scene_checkout;
   END $$`,
);

async function setScene(): Promise<void> {
  await service.database.run(SET_SCENE);
}

/** All that the operations may change, but times; also who was overtaken. */
const STORED = statement(
  'stored',
  ['patron', 'title_queue', 'copies', 'hold', 'queue_block', 'queue_category', 'checkout', 'overtaking']
    .map(
      (table) => `SELECT '${table}' AS "table", json_agg(row ORDER BY row) AS rows FROM (
        SELECT to_jsonb(t) - ARRAY['placed_at', 'suspended_until', 'expires_at', 'checked_out_at'] AS row
        FROM ${table} t) rows`,
    )
    .join(' UNION ALL '),
);

async function outcome(answers: readonly unknown[]): Promise<string> {
  return JSON.stringify({ answers, stored: await service.database.run(STORED) });
}

/** What an answer tells, but for times and the request's id. */
function told({ status, text, headers }: Answer): string {
  const withoutId = text.replaceAll(headers.get('x-request-id') ?? '', 'id');
  return `${status} ${withoutId.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'time')}`;
}

/** Compares every interleaving of the pair with the two ways to do one after the other. */
async function compare(pair: Pair): Promise<void> {
  const performers = pair.map((operation, index): Performer => {
    const instance = instances[index]!;
    return { database: instance.database, perform: () => operation.perform(instance) };
  });
  const inOrder = async (first: number, second: number): Promise<string> => {
    await setScene();
    const answers: unknown[] = [];
    for (const index of [first, second]) answers[index] = await performers[index]!.perform();
    expect(await brokenInvariants(service.database)).toEqual([]);
    return outcome(answers);
  };
  const serial = [await inOrder(0, 1), await inOrder(1, 0)];
  let count = 0;
  for await (const { results, steps } of everyInterleaving(performers, service.database, setScene)) {
    // Under the queue's lock there are few orders. Without it there are thousands.
    expect((count += 1)).toBeLessThan(200);
    const came = await outcome(results);
    if (!serial.includes(came))
      throw new Error(`Order ${steps} ends otherwise: ${came}, not ${serial.join(' or ')}`);
  }
  expect(count).toBeGreaterThan(1);
}

const named = (pairs: readonly Pair[]): [string, string, Pair][] =>
  pairs.map((pair) => [pair[0].name, pair[1].name, pair]);

describe('every order of statements ends as one after the other does', () => {
  test.each(named(PAIRS))('when %s and %s', (_one, _other, pair) => compare(pair));
});

describe('so it does when the first has missed the pickup, and nobody has acted on it', () => {
  beforeAll(async () => {
    await service.database.run(statement('', `UPDATE service_clock SET ahead = '73 hours'`));
  });

  test.each(named(PAIRS_WITH_TIMERS))('when %s and %s', (_one, _other, pair) => compare(pair));
});
