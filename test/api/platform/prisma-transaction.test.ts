import { randomBytes } from 'node:crypto';
import { Database } from '../../../src/platform/database/database.js';
import {
  asFailure,
  DatabaseUnavailable,
  OutcomeUnknown,
  violatedConstraint,
} from '../../../src/platform/database/failures.js';
import { lookup, statement } from '../../../src/platform/database/statement.js';
import { freshDatabase, NO_TIMEOUTS, type TestDatabase } from '../../support/database.js';

const CLIENT = { clientId: 'app', secretHash: randomBytes(32), websiteIds: [] };

let stored: TestDatabase;
let database: Database;
beforeEach(async () => {
  stored = await freshDatabase();
  database = new Database({ url: stored.url, poolSize: 2, ...NO_TIMEOUTS });
});
afterEach(async () => {
  await database.close();
  await stored.drop();
});

const addClient = (): Promise<unknown> =>
  database.prismaTransaction((transaction) => transaction.client.create({ data: CLIENT }));

/** Lets the database run `code` when a client is inserted, or at the COMMIT. */
async function onInsert(code: string, time: 'at once' | 'at commit' = 'at once'): Promise<void> {
  const trigger = time === 'at once' ? 'TRIGGER' : 'CONSTRAINT TRIGGER';
  const when = time === 'at once' ? '' : 'DEFERRABLE INITIALLY DEFERRED';
  for (const text of [
    'CREATE SEQUENCE tries',
    `CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${code} RETURN NEW; END $$`,
    `CREATE ${trigger} fault AFTER INSERT ON client ${when} FOR EACH ROW EXECUTE FUNCTION fault()`,
  ])
    await database.run(statement('', text));
}

/** Through a session of its own, which no fault ends. */
const readTries = lookup<{ tries: number }>('test-tries', 'SELECT last_value::int AS tries FROM tries').value(
  'tries',
);
const tries = (): Promise<number | undefined> => readTries(database);

describe.each([
  ['a deadlock', '40P01'],
  ['a serialization failure', '40001'],
])('after %s, a transaction of Prisma', (_, code) => {
  const twice = `IF nextval('tries') <= 2 THEN RAISE EXCEPTION 'again' USING ERRCODE = '${code}'; END IF;`;

  test.each(['at once', 'at commit'] as const)('runs again: %s', async (time) => {
    await onInsert(twice, time);
    await addClient();
    expect(await tries()).toBe(3);
    expect(await database.prisma.client.count()).toBe(1);
  });

  test('fails after a few attempts, as if the database were away', async () => {
    await onInsert(`PERFORM nextval('tries'); RAISE EXCEPTION 'again' USING ERRCODE = '${code}';`);
    await expect(addClient()).rejects.toThrow(DatabaseUnavailable);
    expect(await tries()).toBe(4);
    expect(await database.prisma.client.count()).toBe(0);
  });
});

const END_SESSION = 'PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1);';

test('a session that the database ends before COMMIT is not noticed', async () => {
  await onInsert(`IF nextval('tries') <= 2 THEN ${END_SESSION} END IF;`);
  await addClient();
  expect(await tries()).toBe(3);
  expect(await database.prisma.client.count()).toBe(1);
});

test('after a session that ends at COMMIT nothing runs again', async () => {
  await onInsert(`PERFORM nextval('tries'); ${END_SESSION}`, 'at commit');
  await expect(addClient()).rejects.toThrow(OutcomeUnknown);
  expect(await tries()).toBe(1);
});

test('a server that cannot be reached makes calls of Prisma fail as statements do', async () => {
  const away = new Database({ url: 'postgres://holdfast@127.0.0.1:1/nowhere', poolSize: 2 });
  try {
    await expect(away.prismaTransaction(({ client }) => client.count())).rejects.toThrow(DatabaseUnavailable);
    const failure = await away.prisma.client.count().catch(asFailure);
    expect(failure).toBeInstanceOf(DatabaseUnavailable);
  } finally {
    await away.close();
  }
});

test('what is refused undoes everything, and is thrown as it is', async () => {
  const refused = new Error('refused');
  const work = database.prismaTransaction(async (transaction) => {
    await transaction.client.create({ data: CLIENT });
    throw refused;
  });
  await expect(work).rejects.toBe(refused);
  expect(await database.prisma.client.count()).toBe(0);
});

test('a constraint that is violated has its name', async () => {
  await addClient();
  const error: unknown = await addClient().catch((thrown: unknown) => thrown);
  expect(violatedConstraint(error)).toBe('client_pkey');
});
