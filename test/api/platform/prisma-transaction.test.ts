import { randomBytes } from 'node:crypto';
import { Database } from '../../../src/platform/database/database.js';
import {
  asFailure,
  DatabaseUnavailable,
  OutcomeUnknown,
  violatedConstraint,
} from '../../../src/platform/database/failures.js';
import { type Connection, lookup, statement } from '../../../src/platform/database/statement.js';
import { freshDatabase, NO_TIMEOUTS, type TestDatabase } from '../../support/database.js';

const CLIENT = { clientId: 'app', secretHash: randomBytes(32), websiteIds: [] };

let stored: TestDatabase;
let database: Database;
beforeEach(async () => {
  stored = await freshDatabase();
  database = new Database({ url: stored.url, poolSize: 3, ...NO_TIMEOUTS });
});
afterEach(async () => {
  await database.close();
  await stored.drop();
});

const addClient = (): Promise<unknown> =>
  database.transaction(({ prisma }) => prisma.client.create({ data: CLIENT }));

const addBySql = statement(
  'test-add-client',
  `INSERT INTO client (client_id, secret_hash, website_ids) VALUES ($1, '', '{}')`,
).execute((clientId: string) => [clientId]);

const idsBySql = statement<{ id: string }>(
  'test-client-ids',
  'SELECT client_id AS id FROM client ORDER BY client_id',
).column('id');

async function idsByPrisma({ prisma }: Connection): Promise<string[]> {
  return (await prisma.client.findMany({ orderBy: { clientId: 'asc' } })).map(({ clientId }) => clientId);
}

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
])('after %s, a transaction with Prisma', (_, code) => {
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
    const counted = away.transaction(({ prisma }) => prisma.client.count());
    await expect(counted).rejects.toThrow(DatabaseUnavailable);
    const failure = await away.prisma.client.count().catch(asFailure);
    expect(failure).toBeInstanceOf(DatabaseUnavailable);
  } finally {
    await away.close();
  }
});

test('what is refused undoes everything, and is thrown as it is', async () => {
  const refused = new Error('refused');
  const work = database.transaction(async (transaction) => {
    await transaction.prisma.client.create({ data: CLIENT });
    await addBySql(transaction, 'sql');
    throw refused;
  });
  await expect(work).rejects.toBe(refused);
  expect(await database.prisma.client.count()).toBe(0);
});

describe('in one transaction', () => {
  test('Prisma and statements see what the other has written, and nobody else does before COMMIT', async () => {
    const seen = await database.transaction(async (transaction) => {
      await addBySql(transaction, 'sql');
      await transaction.prisma.client.create({ data: CLIENT });
      const elsewhere = await idsBySql(database);
      return [await idsBySql(transaction), await idsByPrisma(transaction), elsewhere];
    });
    expect(seen).toEqual([['app', 'sql'], ['app', 'sql'], []]);
    expect(await idsByPrisma(database)).toEqual(['app', 'sql']);
  });

  test('several calls at once are all part of it', async () => {
    const added = database.transaction(async ({ prisma }) => {
      const ids = ['a', 'b', 'c'];
      await Promise.all(ids.map((clientId) => prisma.client.create({ data: { ...CLIENT, clientId } })));
      throw new Error(String(await prisma.client.count()));
    });
    await expect(added).rejects.toThrow('3');
    expect(await idsByPrisma(database)).toEqual([]);
  });

  test('Prisma may not begin another one', async () => {
    const countTwice = ({ prisma }: Connection): Promise<number[]> =>
      prisma.$transaction([prisma.client.count(), prisma.client.count()]);
    await expect(database.transaction(countTwice)).rejects.toThrow('may not begin another');
    expect(await countTwice(database)).toEqual([0, 0]);
  });

  test('what a part sends after another has failed is refused, and not stored', async () => {
    const { promise: isOver, resolve: end } = Promise.withResolvers<undefined>();
    let late: Promise<unknown> | undefined;
    const work = database.transaction(async ({ prisma }) => {
      late = isOver.then(() => prisma.client.create({ data: CLIENT }));
      await Promise.reject(new Error('failed'));
    });
    await expect(work).rejects.toThrow('failed');
    end(undefined);
    await expect(late).rejects.toThrow('is over');
    expect(await idsByPrisma(database)).toEqual([]);
  });
});

test('calls in two transactions at once belong each to its own', async () => {
  let other: PromiseWithResolvers<undefined> | undefined;
  const bothAreHere = (): Promise<unknown> => {
    if (other === undefined) return (other = Promise.withResolvers()).promise;
    other.resolve(undefined);
    other = undefined;
    return Promise.resolve();
  };
  const add = (clientId: string): Promise<string[]> =>
    database.transaction(async (transaction) => {
      await transaction.prisma.client.create({ data: { ...CLIENT, clientId } });
      await bothAreHere();
      const ids = await idsByPrisma(transaction);
      await bothAreHere();
      return ids;
    });
  expect(await Promise.all([add('a'), add('b')])).toEqual([['a'], ['b']]);
});

test('behind a pooler, calls of Prisma have the timeouts of the others', async () => {
  const pooled = new Database({ url: stored.url, poolSize: 2, statementTimeout: 4_321, pooled: true });
  const read = ({ prisma }: Connection): Promise<unknown> =>
    prisma.$queryRaw`SELECT current_setting('statement_timeout') AS timeout`;
  try {
    const expected = [{ timeout: '4321ms' }];
    expect([await read(pooled), await pooled.transaction(read)]).toEqual([expected, expected]);
  } finally {
    await pooled.close();
  }
});

test('a constraint that is violated has its name', async () => {
  await addClient();
  const error: unknown = await addClient().catch((thrown: unknown) => thrown);
  expect(violatedConstraint(error)).toBe('client_pkey');
});
