import pg from 'pg';
import { statement } from '../../src/platform/database/statement.js';
import { expectRefusal } from '../support/answers.js';
import { type Answer, granted, PatientClient, PatronClient } from '../support/client.js';
import { eventually } from '../support/clock.js';
import { startCommitProxy } from '../support/commit-proxy.js';
import { brokenInvariants } from '../support/invariants.js';
import { reserveIdOf, smallLibrary } from '../support/records.js';
import { type ServiceUnderTest, startService, tokenOf } from '../support/service.js';

const HOLDS = '/v1/patrons/me/holds';
/** Tests of either find it as in production; of the other they have no end, for a machine that stands still meanwhile. */
const WAITS_FOR_LOCKS = { connectTimeout: 0 };
const WAITS_FOR_CONNECTIONS = { statementTimeout: 0 };
const PLACEMENT = { id: 1, emailAddress: 'reader@example.org' };

/** What passes: the client is told to come back. */
function expectUnavailable(answer: Answer): void {
  expectRefusal(answer, 'ServiceUnavailable');
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
}

/** 2 s are promised, to which a machine that runs other tests as well adds its own: so long nothing waits by design. */
const SOON_SECONDS = 20;

async function timed<Result>(work: Promise<Result>): Promise<{ result: Result; seconds: number }> {
  const begun = Date.now();
  return { result: await work, seconds: (Date.now() - begun) / 1000 };
}

let service: ServiceUnderTest;
let patron: PatronClient;
/** A session of somebody else's on the service's database. */
let stranger: pg.Client;
beforeEach(async () => {
  service = await startService(smallLibrary(3, [1, 1]), { POOL_SIZE: '3' }, WAITS_FOR_LOCKS);
  patron = await service.signIn(1);
  stranger = new pg.Client(service.databaseUrl);
  stranger.on('error', () => undefined);
  await stranger.connect();
});
afterEach(async () => {
  expect(await brokenInvariants(service.database)).toEqual([]);
  await stranger.end();
  await service.close();
});

/** Has the database run `code` before it writes a hold, or at the COMMIT of that. */
async function whenAHoldIsWritten(code: string, time: 'at once' | 'at commit' = 'at once'): Promise<void> {
  await stranger.query(`CREATE SEQUENCE tries`);
  await stranger.query(
    `CREATE FUNCTION trouble() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${code} RETURN NEW; END $$`,
  );
  await stranger.query(
    time === 'at once'
      ? `CREATE TRIGGER trouble BEFORE INSERT ON hold FOR EACH ROW EXECUTE FUNCTION trouble()`
      : `CREATE CONSTRAINT TRIGGER trouble AFTER INSERT ON hold DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION trouble()`,
  );
}

const noTrouble = (): Promise<unknown> => stranger.query('DROP FUNCTION trouble CASCADE');

async function holdsStored(): Promise<number> {
  const count = statement('test-count-holds', 'SELECT count(*)::int AS holds FROM hold');
  const [row] = await service.database.run<{ holds: number }>(count);
  return row?.holds ?? NaN;
}

const WAITING_FOR_LOCKS = statement(
  'test-waiting-for-locks',
  `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
);

/** All but the asking one: they are gone when it has answered. */
const END_SESSIONS = `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

describe('a lock that another session holds', () => {
  test.each([
    ['the title’s queue', `SELECT FROM title_queue WHERE reserve_id = '${reserveIdOf(1)}' FOR UPDATE`],
    ['the patron', 'SELECT FROM patron WHERE patron_id = 1 FOR UPDATE'],
    ['the whole table of holds', 'LOCK TABLE hold IN SHARE MODE'],
  ])('on %s makes the request end in 503, and leaves others alone', async (_, lock) => {
    await stranger.query('BEGIN');
    await stranger.query(lock);
    const { result, seconds } = await timed(patron.post(HOLDS, PLACEMENT));
    expectUnavailable(result);
    expect(seconds).toBeLessThan(SOON_SECONDS);
    expect((await patron.get(HOLDS)).body).toMatchObject({ totalItems: 0 });
    if (!lock.startsWith('LOCK')) {
      const other = await service.signIn(2);
      expect((await other.post(HOLDS, { ...PLACEMENT, id: 2 })).status).toBe(201);
    }
    await stranger.query('ROLLBACK');
    expect((await patron.post(HOLDS, PLACEMENT)).status).toBe(201);
  });
});

test('when all transactions are taken, a command is told so soon, reads are served, and other commands later', async () => {
  // One connection is for lookups.
  const settings = { DATABASE_URL: service.databaseUrl, POOL_SIZE: '4' };
  const full = await startService([], settings, WAITS_FOR_CONNECTIONS);
  try {
    await stranger.query('BEGIN');
    await stranger.query('SELECT FROM title_queue FOR UPDATE');
    const stuck = [1, 2, 3].map(async (id) =>
      new PatientClient(full.url, await tokenOf(service.database, id)).post(HOLDS, PLACEMENT),
    );
    await eventually(async () => expect(await service.database.run(WAITING_FOR_LOCKS)).toHaveLength(3));
    const client = new PatronClient(full.url, patron.token);
    const { result, seconds } = await timed(client.delete(`${HOLDS}/1`));
    expectUnavailable(result);
    expect(seconds).toBeLessThan(SOON_SECONDS);
    expect((await client.get(HOLDS)).status).toBe(200);
    await stranger.query('ROLLBACK');
    for (const answer of await Promise.all(stuck)) expect(answer.status).toBe(201);
    expect((await patron.get(HOLDS)).status).toBe(200);
  } finally {
    await stranger.query('ROLLBACK');
    await full.close();
  }
});

describe('what the database says when it cannot now', () => {
  test.each([
    ['53100', 'its disk is full'],
    ['53200', 'its memory is full'],
    ['25006', 'it is read-only'],
    ['57014', 'the statement took too long'],
    ['57P01', 'an administrator ends it'],
    ['58030', 'its disk fails'],
  ])('is told as 503, and nothing is kept: %s, %s', async (code) => {
    await whenAHoldIsWritten(`RAISE EXCEPTION 'trouble' USING ERRCODE = '${code}';`);
    expectUnavailable(await patron.post(HOLDS, PLACEMENT));
    expect(await holdsStored()).toBe(0);
    await noTrouble();
    expect((await patron.post(HOLDS, PLACEMENT)).status).toBe(201);
  });

  test('is not what it says when the service is wrong: that is 500, in always the same words', async () => {
    await whenAHoldIsWritten('PERFORM 1 / 0;');
    const answer = await patron.post(HOLDS, PLACEMENT);
    expectRefusal(answer, 'InternalServerError', /^An unexpected error has occurred\.$/);
    expect(answer.headers.has('retry-after')).toBe(false);
    expect(await holdsStored()).toBe(0);
  });
});

describe.each([
  ['a deadlock', '40P01'],
  ['a serialization failure', '40001'],
])('%s', (_, code) => {
  test('is tried again, and the patron sees nothing of it', async () => {
    await whenAHoldIsWritten(
      `IF nextval('tries') <= 2 THEN RAISE EXCEPTION 'again' USING ERRCODE = '${code}'; END IF;`,
    );
    expect((await patron.post(HOLDS, PLACEMENT)).status).toBe(201);
    expect((await stranger.query('SELECT last_value::int FROM tries')).rows).toEqual([{ last_value: 3 }]);
  });

  test('that does not pass is 503, after a few tries', async () => {
    await whenAHoldIsWritten(`PERFORM nextval('tries'); RAISE EXCEPTION 'again' USING ERRCODE = '${code}';`);
    expectUnavailable(await patron.post(HOLDS, PLACEMENT));
    expect(await holdsStored()).toBe(0);
    expect((await stranger.query('SELECT last_value <= 10 AS few FROM tries')).rows).toEqual([{ few: true }]);
  });

  test('at COMMIT is tried again as well', async () => {
    const twice = `IF nextval('tries') <= 2 THEN RAISE EXCEPTION 'again' USING ERRCODE = '${code}'; END IF;`;
    await whenAHoldIsWritten(twice, 'at commit');
    expect((await patron.post(HOLDS, PLACEMENT)).status).toBe(201);
    expect(await holdsStored()).toBe(1);
  });
});

test('a session that is ended at COMMIT is told as 503, and nothing half done is kept', async () => {
  await whenAHoldIsWritten(
    'PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1);',
    'at commit',
  );
  expectUnavailable(await patron.post(HOLDS, PLACEMENT));
  expect(await holdsStored()).toBe(0);
  await noTrouble();
  expect((await patron.post(HOLDS, PLACEMENT)).status).toBe(201);
});

test('sessions that are ended while they idle are noticed, and replaced', async () => {
  for (let round = 0; round < 3; round++) {
    await Promise.all([1, 2, 3].map(() => granted(patron.get(HOLDS))));
    await stranger.query(END_SESSIONS);
    // A loss may show only when the session is used, and the service has three.
    for (let request = 0; request < 3; request++)
      expect([200, 503]).toContain((await patron.get(HOLDS)).status);
    expect((await patron.get(HOLDS)).status).toBe(200);
  }
});

test('a database that has become read-only still tells, takes nothing, and recovers', async () => {
  await granted(patron.post(HOLDS, PLACEMENT));
  const name = new URL(service.databaseUrl).pathname.slice(1);
  await stranger.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  await stranger.query(END_SESSIONS);
  await eventually(async () => expect((await patron.get(HOLDS)).body).toMatchObject({ totalItems: 1 }));
  expectUnavailable(await patron.delete(`${HOLDS}/1`));
  expectUnavailable(await patron.put('/v1/patrons/me', { formatClass: 'eBook', lendingPeriodDays: 7 }));
  await stranger.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
  await stranger.query(END_SESSIONS);
  await eventually(async () => expect((await patron.delete(`${HOLDS}/1`)).status).toBe(204));
});

describe('a database that is not there', () => {
  test('is told as 503 soon, and the process lives on', async () => {
    const away = await startService([], { DATABASE_URL: 'postgres://holdfast@127.0.0.1:1/nowhere' });
    try {
      for (const token of [patron.token, 'unknown']) {
        const { result, seconds } = await timed(new PatronClient(away.url, token).get(HOLDS));
        expectUnavailable(result);
        expect(seconds).toBeLessThan(SOON_SECONDS);
      }
      expect((await fetch(`${away.url}/health/live`)).status).toBe(200);
      expect((await fetch(`${away.url}/health/ready`)).status).toBe(503);
    } finally {
      await away.close();
    }
  });
});

describe('a connection that is cut at COMMIT', () => {
  test.each(['before', 'after'] as const)(
    'is told as 503, %s the database has done it, and a second try finds out',
    async (when) => {
      const proxy = await startCommitProxy(service.databaseUrl);
      const cut = await startService([], { DATABASE_URL: proxy.url });
      try {
        const through = new PatronClient(cut.url, patron.token);
        expect((await through.get(HOLDS)).body).toMatchObject({ totalItems: 0 });
        proxy.cutAtCommit(when);
        expectUnavailable(await through.post(HOLDS, PLACEMENT));
        expect(await holdsStored()).toBe(when === 'before' ? 0 : 1);
        const again = await through.post(HOLDS, PLACEMENT);
        if (when === 'before') expect(again.status).toBe(201);
        else expectRefusal(again, 'AlreadyOnWaitList');
        expect((await through.get(`${HOLDS}/1`)).body).toMatchObject({ emailAddress: 'reader@example.org' });
      } finally {
        await cut.close();
        await proxy.close();
      }
    },
  );
});
