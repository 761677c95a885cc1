import pg from 'pg';
import { statement } from '../../../../src/platform/database/statement.js';
import { expectRefusal } from '../../../support/answers.js';
import { type Answer, mustSucceed, PatronClient } from '../../../support/client.js';
import { startCommitProxy } from '../../support/servers/commit-proxy.js';
import { END_OTHER_SESSIONS } from '../../../support/stored/database-sessions.js';
import { brokenInvariants } from '../../../support/invariants.js';
import { HOLDS } from '../../../support/paths.js';
import { newKey, postWithKey } from '../../../support/idempotency/keyed-requests.js';
import { reserveIdOf, smallLibrary } from '../../../support/records.js';
import { type ServiceUnderTest, startService } from '../../../support/service.js';

/** Each test has one of the two timeouts of production. The other is off, because a busy machine might exceed it. */
const LOCK_TIMEOUT_ONLY = { connectTimeout: 0 };
const PLACEMENT = { id: 1, emailAddress: 'reader@example.org' };

/** A temporary failure, after which the client should retry. */
function expectUnavailable(answer: Answer): void {
  expectRefusal(answer, 'ServiceUnavailable');
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
}

/** The service waits 2 s at most. The rest is for a busy machine. */
const MAX_ANSWER_SECONDS = 20;

async function timed<Result>(work: Promise<Result>): Promise<{ result: Result; seconds: number }> {
  const start = Date.now();
  return { result: await work, seconds: (Date.now() - start) / 1000 };
}

let service: ServiceUnderTest;
let patron: PatronClient;
/** A session that is not the service's. */
let otherSession: pg.Client;
beforeEach(async () => {
  service = await startService(smallLibrary(3, [1, 1]), { POOL_SIZE: '3' }, LOCK_TIMEOUT_ONLY);
  patron = await service.signIn(1);
  otherSession = new pg.Client(service.databaseUrl);
  otherSession.on('error', () => undefined);
  await otherSession.connect();
});
afterEach(async () => {
  expect(await brokenInvariants(service.database)).toEqual([]);
  await otherSession.end();
  await service.close();
});

/** Lets the database run `code` before it inserts a hold, or at the COMMIT. */
async function onHoldInsert(code: string, time: 'at once' | 'at commit' = 'at once'): Promise<void> {
  await otherSession.query(`CREATE SEQUENCE tries`);
  await otherSession.query(
    `CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${code} RETURN NEW; END $$`,
  );
  await otherSession.query(
    time === 'at once'
      ? `CREATE TRIGGER fault BEFORE INSERT ON hold FOR EACH ROW EXECUTE FUNCTION fault()`
      : `CREATE CONSTRAINT TRIGGER fault AFTER INSERT ON hold DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION fault()`,
  );
}

const removeFault = (): Promise<unknown> => otherSession.query('DROP FUNCTION fault CASCADE');

async function countHolds(): Promise<number> {
  const count = statement<{ holds: number }>('test-count-holds', 'SELECT count(*)::int AS holds FROM hold');
  const [row] = await service.database.run(count);
  return row?.holds ?? NaN;
}

describe('a lock that another session holds', () => {
  test.each([
    ['the title’s queue', `SELECT FROM title_queue WHERE reserve_id = '${reserveIdOf(1)}' FOR UPDATE`],
    ['the patron', 'SELECT FROM patron WHERE patron_id = 1 FOR UPDATE'],
    ['the whole table of holds', 'LOCK TABLE hold IN SHARE MODE'],
  ])('on %s makes the request fail with 503, and does not affect other requests', async (_, lock) => {
    await otherSession.query('BEGIN');
    await otherSession.query(lock);
    const { result, seconds } = await timed(patron.post(HOLDS, PLACEMENT));
    expectUnavailable(result);
    expect(seconds).toBeLessThan(MAX_ANSWER_SECONDS);
    expect((await patron.get(HOLDS)).body).toMatchObject({ totalItems: 0 });
    if (!lock.startsWith('LOCK')) {
      const other = await service.signIn(2);
      expect((await other.post(HOLDS, { ...PLACEMENT, id: 2 })).status).toBe(201);
    }
    await otherSession.query('ROLLBACK');
    expect((await patron.post(HOLDS, PLACEMENT)).status).toBe(201);
  });
});

describe('a temporary error of the database', () => {
  test.each([
    ['53100', 'its disk is full'],
    ['53200', 'its memory is full'],
    ['25006', 'it is read-only'],
    ['57014', 'the statement took too long'],
    ['57P01', 'an administrator ends it'],
    ['58030', 'its disk fails'],
  ])('is a 503, and nothing is stored: %s, %s', async (code) => {
    await onHoldInsert(`RAISE EXCEPTION 'fault' USING ERRCODE = '${code}';`);
    expectUnavailable(await patron.post(HOLDS, PLACEMENT));
    expect(await countHolds()).toBe(0);
    await removeFault();
    expect((await patron.post(HOLDS, PLACEMENT)).status).toBe(201);
  });

  test('is not a permanent one, which is a 500 with a fixed text', async () => {
    await onHoldInsert('PERFORM 1 / 0;');
    const answer = await patron.post(HOLDS, PLACEMENT);
    expectRefusal(answer, 'InternalServerError', /^An unexpected error has occurred\.$/);
    expect(answer.headers.has('retry-after')).toBe(false);
    expect(await countHolds()).toBe(0);
  });
});

describe.each([
  ['a deadlock', '40P01'],
  ['a serialization failure', '40001'],
])('%s', (_, code) => {
  test('is retried, and the patron does not notice', async () => {
    await onHoldInsert(
      `IF nextval('tries') <= 2 THEN RAISE EXCEPTION 'again' USING ERRCODE = '${code}'; END IF;`,
    );
    expect((await patron.post(HOLDS, PLACEMENT)).status).toBe(201);
    expect((await otherSession.query('SELECT last_value::int FROM tries')).rows).toEqual([{ last_value: 3 }]);
  });

  test('after interruptions is retried too', async () => {
    await onHoldInsert(
      `CASE WHEN nextval('tries') <= 4 THEN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1);
       WHEN (SELECT last_value FROM tries) = 5 THEN RAISE EXCEPTION 'again' USING ERRCODE = '${code}';
       ELSE NULL; END CASE;`,
    );
    expect((await patron.post(HOLDS, PLACEMENT)).status).toBe(201);
    expect((await otherSession.query('SELECT last_value::int FROM tries')).rows).toEqual([{ last_value: 6 }]);
  });

  test('that persists is a 503 after a few attempts', async () => {
    await onHoldInsert(`PERFORM nextval('tries'); RAISE EXCEPTION 'again' USING ERRCODE = '${code}';`);
    expectUnavailable(await patron.post(HOLDS, PLACEMENT));
    expect(await countHolds()).toBe(0);
    expect((await otherSession.query('SELECT last_value <= 10 AS few FROM tries')).rows).toEqual([
      { few: true },
    ]);
  });

  test('at COMMIT is also retried', async () => {
    const twice = `IF nextval('tries') <= 2 THEN RAISE EXCEPTION 'again' USING ERRCODE = '${code}'; END IF;`;
    await onHoldInsert(twice, 'at commit');
    expect((await patron.post(HOLDS, PLACEMENT)).status).toBe(201);
    expect(await countHolds()).toBe(1);
  });
});

test('the end of a session at COMMIT is a 503, and nothing is stored', async () => {
  await onHoldInsert('PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1);', 'at commit');
  expectUnavailable(await patron.post(HOLDS, PLACEMENT));
  expect(await countHolds()).toBe(0);
  await removeFault();
  expect((await patron.post(HOLDS, PLACEMENT)).status).toBe(201);
});

test('a node of a cluster that dies at COMMIT is a 503, and the client may repeat the request', async () => {
  await onHoldInsert(
    `RAISE EXCEPTION 'failure on connection marked as essential' USING ERRCODE = 'XX000';`,
    'at commit',
  );
  expectUnavailable(await patron.post(HOLDS, PLACEMENT));
  expect(await countHolds()).toBe(0);
  await removeFault();
  expect((await patron.post(HOLDS, PLACEMENT)).status).toBe(201);
});

test('idle sessions that the database ends are replaced', async () => {
  for (let round = 0; round < 3; round++) {
    await Promise.all([1, 2, 3].map(() => mustSucceed(patron.get(HOLDS))));
    await otherSession.query(END_OTHER_SESSIONS);
    // The service may notice only when it uses a session, and it has three.
    for (let request = 0; request < 3; request++)
      expect([200, 503]).toContain((await patron.get(HOLDS)).status);
    expect((await patron.get(HOLDS)).status).toBe(200);
  }
});

describe('a database that goes away at COMMIT and stays away', () => {
  test.each([
    ['before', false],
    ['after', false],
    ['before', true],
    ['after', true],
  ] as const)(
    'is a 503, %s the database has committed, and a retry shows which; or, with a key (%s), has the change’s own answer',
    async (when, keyed) => {
      const proxy = await startCommitProxy(service.databaseUrl);
      const cut = await startService([], { DATABASE_URL: proxy.url });
      try {
        const through = new PatronClient(cut.url, patron.token);
        expect((await through.get(HOLDS)).body).toMatchObject({ totalItems: 0 });
        proxy.goAwayAtCommit(when);
        const key = newKey();
        const place = (): Promise<Answer> =>
          keyed ? postWithKey(through, HOLDS, PLACEMENT, key) : through.post(HOLDS, PLACEMENT);
        expectUnavailable(await place());
        expect(await countHolds()).toBe(when === 'before' ? 0 : 1);
        proxy.comeBack();
        const again = await place();
        if (keyed) expect([again.status, (await place()).text]).toEqual([201, again.text]);
        else if (when === 'before') expect(again.status).toBe(201);
        else expectRefusal(again, 'AlreadyOnWaitList');
        expect((await through.get(`${HOLDS}/1`)).body).toMatchObject({ emailAddress: 'reader@example.org' });
      } finally {
        await cut.close();
        await proxy.close();
      }
    },
  );
});
