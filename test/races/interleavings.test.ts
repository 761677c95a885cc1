import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApplication } from '../../src/application.js';
import { readConfig } from '../../src/platform/config.js';
import { statement } from '../../src/platform/database/statement.js';
import { type Answer, granted, PatronClient } from '../support/client.js';
import { everyInterleaving, type Performer, SteppedDatabase } from '../support/interleavings.js';
import { brokenInvariants, witnessHandOvers } from '../support/invariants.js';
import { copies, patron, reserveIdOf, smallLibrary } from '../support/records.js';
import { type ServiceUnderTest, startService, tokenOf } from '../support/service.js';

/**
 * The scene: title 1 has one copy. Patron 1 is ready, patron 2 waits, patron 3 is suspended, patron 4 waits and patron 5,
 * who may have one hold, has none. Two API instances act in it, one statement at a time, in every order there is.
 */
let service: ServiceUnderTest;
let instances: { database: SteppedDatabase; app: NestExpressApplication; url: string }[];
const tokens: string[] = [];

const HOLD = `/v1/patrons/me/holds/${reserveIdOf(1)}`;
const SUSPENSION = `${HOLD}/suspension`;
const INDEFINITE = { suspensionType: 'indefinite' };

const OPERATIONS: Readonly<Record<string, (url: string) => Promise<Answer>>> = {
  'the first, ready, is removed': (url) => as(1, url).delete(HOLD),
  'the first, ready, is suspended': (url) => as(1, url).post(SUSPENSION, INDEFINITE),
  'the second is removed': (url) => as(2, url).delete(HOLD),
  'the second is suspended': (url) => as(2, url).post(SUSPENSION, { suspensionType: 'limited', numberOfDays: 7 }),
  'the second changes the e-mail address': (url) => as(2, url).put(HOLD, { emailAddress: 'new@example.org' }),
  'the third, suspended, is released': (url) => as(3, url).delete(SUSPENSION),
  'the third, suspended, changes the suspension': (url) =>
    as(3, url).put(SUSPENSION, { suspensionType: 'limited', numberOfDays: 3 }),
  'the third, suspended, is removed': (url) => as(3, url).delete(HOLD),
  'the fifth places a hold': (url) =>
    as(5, url).post('/v1/patrons/me/holds', { crossRefId: 1, emailAddress: 'five@example.org' }),
  'the fifth places a hold on another title': (url) =>
    as(5, url).post('/v1/patrons/me/holds', { crossRefId: 2, ignoreHoldEmail: true }),
};

const NAMES = Object.keys(OPERATIONS);
/** All pairs on one queue, and the one on two queues that meets at the patron's limit: others have no order to speak of. */
const PAIRS = NAMES.flatMap((one, index) => NAMES.slice(index).map((other) => [one, other] as const)).filter(
  ([one, other]) => !other.endsWith('another title') || one.startsWith('the fifth'),
);

beforeAll(async () => {
  service = await startService([...smallLibrary(4, [1, 1]), patron(5, { holdLimit: 1 })]);
  await witnessHandOvers(service.database);
  for (const patronId of [1, 2, 3, 4, 5]) tokens[patronId] = await tokenOf(service.database, patronId);
  for (const patronId of [1, 2, 3, 4])
    await granted(
      as(patronId, service.url).post('/v1/patrons/me/holds', {
        id: 1,
        emailAddress: `patron${patronId}@example.org`,
      }),
    );
  await granted(as(3, service.url).post(SUSPENSION, INDEFINITE));
  for (const table of ['patron', 'title_queue', 'copies', 'hold', 'queue_block', 'queue_category'])
    await service.database.run(statement('', `CREATE TABLE scene_${table} AS TABLE ${table}`));
  instances = await Promise.all([startInstance(), startInstance()]);
});
afterAll(async () => {
  for (const { app } of instances) await app.close();
  await service.close();
});

async function startInstance(): Promise<(typeof instances)[number]> {
  const config = readConfig({ DATABASE_URL: service.databaseUrl, LOG_LEVEL: 'silent' });
  const database = new SteppedDatabase({ url: service.databaseUrl, poolSize: 2 });
  const app = await createApplication(config, database);
  await app.listen(0, '127.0.0.1');
  const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
  return { database, app, url: `http://127.0.0.1:${port}` };
}

function as(patronId: number, url: string): PatronClient {
  return new PatronClient(url, tokens[patronId] ?? '');
}

const SET_SCENE = statement(
  'set-scene',
  `DO $$ BEGIN
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
   END $$`,
);

async function setScene(): Promise<void> {
  await service.database.run(SET_SCENE);
}

/** All that is stored of the holds but times. */
const STORED = statement(
  'stored',
  `SELECT reserve_id, ticket, patron_id, h.email_address, suspension_type, suspended_until IS NOT NULL AS limited,
     collection_id, p.last_hold_email
   FROM hold h JOIN patron p USING (website_id, patron_id) ORDER BY reserve_id, ticket`,
);

async function outcome(answers: readonly unknown[]): Promise<string> {
  return JSON.stringify({ answers, stored: await service.database.run(STORED) });
}

/** What an answer tells, but for times and the request's id. */
async function told(answer: Promise<Answer>): Promise<unknown> {
  const { status, body } = await answer;
  if (body === undefined) return { status };
  const { token: _, holdPlacedDate: __, holdExpires, ...rest } = body as Record<string, unknown>;
  return { status, ...rest, ready: holdExpires !== undefined };
}

function performer(name: string, index: number): Performer {
  const { database, url } = instances[index]!;
  return { database, perform: () => told(OPERATIONS[name]!(url)) };
}

async function inOrder(performers: readonly Performer[], order: readonly number[]): Promise<string> {
  await setScene();
  const answers: unknown[] = [];
  for (const index of order) answers[index] = await performers[index]!.perform();
  return outcome(answers);
}

test.each(PAIRS)(
  'when %s and %s, every order of statements ends as one after the other does',
  async (one, other) => {
    const performers = [performer(one, 0), performer(other, 1)];
    const serial = [await inOrder(performers, [0, 1]), await inOrder(performers, [1, 0])];
    let count = 0;
    for await (const { results, steps } of everyInterleaving(performers, service.database, setScene)) {
      // Under the queue's lock there are few orders. Without it there are thousands.
      expect((count += 1)).toBeLessThan(100);
      expect({ steps, broken: await brokenInvariants(service.database) }).toEqual({ steps, broken: [] });
      const came = await outcome(results);
      if (!serial.includes(came)) throw new Error(`Order ${steps} ends otherwise: ${came}, not ${serial.join(' or ')}`);
    }
    expect(count).toBeGreaterThan(1);
  },
);
