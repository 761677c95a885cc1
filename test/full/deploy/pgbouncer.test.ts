import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../../src/platform/database/database.js';
import { lookup, statement } from '../../../src/platform/database/statement.js';
import { mustSucceed, PatronClient } from '../../support/client.js';
import { eventually } from '../../support/clock.js';
import { emptyDatabase, freshDatabase } from '../../support/database.js';
import { brokenInvariants } from '../../support/invariants.js';
import { MailServer } from '../../support/mail-server.js';
import { CHECKOUTS, checkoutPath, holdPath, HOLDS } from '../../support/paths.js';
import { hasPgBouncer, PgBouncer } from '../support/servers/pgbouncer.js';
import { type Deployment, runHoldfast, startDeployment, startProcess } from '../support/processes.js';
import { smallLibrary } from '../../support/records.js';
import { tokenOf } from '../../support/service.js';

/** Needs Debian's package `pgbouncer`. */
const describeWithPgBouncer = hasPgBouncer ? describe : describe.skip;

describeWithPgBouncer('through PgBouncer in transaction mode, with a pool of four,', () => {
  let bouncer: PgBouncer;
  let settings: Readonly<Record<string, string>>;
  let deployment: Deployment;
  let mails: MailServer;
  beforeAll(async () => {
    const database = await freshDatabase();
    bouncer = await PgBouncer.start(database.url);
    mails = await MailServer.start();
    settings = {
      DATABASE_URL: bouncer.url,
      JOBS_DATABASE_URL: database.url,
      SMTP_URL: mails.url,
    };
    deployment = await startDeployment(smallLibrary(20, [1, 1, 1, 1]), { settings, on: database });
  });
  afterAll(async () => {
    expect(await brokenInvariants(deployment.database)).toEqual([]);
    await deployment.close();
    await bouncer.remove();
    await mails.stop();
  });

  async function clientOf(patronId: number, process = 0): Promise<PatronClient> {
    return new PatronClient(deployment.processes[process]!.url, await tokenOf(deployment.database, patronId));
  }

  test('a title is borrowed, asked for, returned, assigned to a hold and announced by mail', async () => {
    const worker = await startProcess({ ...settings, ROLE: 'worker' });
    const [borrower, waiting] = [await clientOf(1), await clientOf(2)];
    await mustSucceed(borrower.post(CHECKOUTS, { id: 1 }));
    await mustSucceed(waiting.post(HOLDS, { id: 1, emailAddress: 'waiting@example.org' }));
    expect((await waiting.get(holdPath(1))).body).toMatchObject({ holdListPosition: 1 });
    await mustSucceed(borrower.delete(checkoutPath(1)));

    expect((await waiting.get(holdPath(1))).body).toHaveProperty('holdExpires');
    await eventually(() => expect(mails.acceptedFor('waiting@example.org')).toHaveLength(1));
    expect(await runHoldfast(['doctor'], settings)).toMatchObject({ code: 0, err: '' });
    expect(await worker.stop()).toBe(0);
  });

  test('commands do their work: an import, doctor, and migrate where nothing is pending', async () => {
    const file = join(tmpdir(), `holdfast-${process.pid}-patron.ndjson`);
    await writeFile(file, '{"record":"patron","websiteId":37,"patronId":99,"category":"adult"}\n');
    expect(await runHoldfast(['import', file], settings)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^1 applied, 0 rejected\n/) as string,
    });
    expect(await runHoldfast(['doctor', '--repair'], settings)).toMatchObject({ code: 0, err: '' });
    expect(await runHoldfast(['migrate'], settings)).toMatchObject({ code: 0, err: '' });
  });

  test('what was acknowledged is there after PgBouncer was killed under load, and all go on', async () => {
    let isOver = false;
    let afterRestart = 0;
    const unexpected: string[] = [];
    const use = async (patronId: number): Promise<void> => {
      const client = await clientOf(patronId, patronId % 2);
      while (!isOver) {
        await untilDone(
          () => client.post(HOLDS, { id: 4, ignoreHoldEmail: true }),
          [201, 'AlreadyOnWaitList'],
        );
        const found = await untilDone(() => client.get(holdPath(4)), [200, 404]);
        if (found === 404) unexpected.push(`the hold of patron ${patronId} is lost`);
        await untilDone(() => client.delete(holdPath(4)), [204, 404]);
        afterRestart += 1;
      }
    };
    /** A client that sends its request again after a 503, because it may have had no effect, and may have had one. */
    const untilDone = async (
      send: () => ReturnType<PatronClient['get']>,
      expected: readonly (number | string)[],
    ): Promise<number> => {
      for (;;) {
        const { status, headers, body } = await send();
        if (status === 503) {
          await new Promise((resolve) => setTimeout(resolve, Number(headers.get('retry-after')) * 1000));
          continue;
        }
        if (
          !expected.includes(status) &&
          !expected.includes((body as { errorCode?: string })?.errorCode ?? '')
        )
          unexpected.push(`${status} ${JSON.stringify(body)}`);
        return status;
      }
    };
    const load = [1, 2, 3, 4, 5, 6].map(use);
    await eventually(() => expect(afterRestart).toBeGreaterThan(10));
    await bouncer.kill();
    await bouncer.start();
    afterRestart = 0;
    await eventually(() => expect(afterRestart).toBeGreaterThan(20));
    isOver = true;
    await Promise.all(load);
    expect(unexpected).toEqual([]);
  });

  test('the worker is refused without an address of PostgreSQL itself', async () => {
    expect(reasonIn(await runHoldfast(['worker'], { ...settings, JOBS_DATABASE_URL: '' }))).toBe(
      'DATABASE_URL is a pooler (pgbouncer=true), and the worker needs sessions of its own: set JOBS_DATABASE_URL to the address of PostgreSQL itself.',
    );
  });

  test('an address that does not say that it is a pooler is refused, and told how to say it', async () => {
    const { href } = Object.assign(new URL(bouncer.url), { search: '' });
    expect(reasonIn(await runHoldfast(['serve'], { ...settings, DATABASE_URL: href }))).toMatch(
      / cannot be used: it is a pooler: add \?pgbouncer=true to its address\.$/,
    );
  });

  test('a database is migrated at its own address only', async () => {
    const empty = await emptyDatabase();
    const pooled = new URL(bouncer.url);
    pooled.pathname = new URL(empty.url).pathname;
    const viaPooler = { DATABASE_URL: pooled.href };
    const { code, err } = await runHoldfast(['migrate'], viaPooler);
    expect([code, err]).toEqual([
      1,
      'DATABASE_URL is a pooler (pgbouncer=true), and migrations need a session of their own: set ' +
        'MIGRATION_DATABASE_URL to the address of PostgreSQL itself.\n',
    ]);
    expect(await runHoldfast(['migrate'], { ...viaPooler, MIGRATION_DATABASE_URL: empty.url })).toMatchObject(
      { code: 0, out: 'The database is up to date.\n' },
    );
    await empty.drop();
  });
});

const TIMEOUTS = `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
  current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('plan_cache_mode') AS plans`;

(hasPgBouncer ? test : test.skip)('behind PgBouncer each statement has its timeouts', async () => {
  const database = await freshDatabase();
  const bouncer = await PgBouncer.start(database.url, { poolSize: 1 });
  const pooled = new Database({ url: bouncer.url, poolSize: 3, pooled: true });
  const expected = [{ statement: '5s', lock: '2s', idle: '10s', plans: 'force_generic_plan' }];
  expect(await pooled.run(statement('test-timeouts', TIMEOUTS))).toEqual(expected);
  expect(await pooled.run(lookup('test-timeouts-lookup', TIMEOUTS))).toEqual(expected);
  expect(await pooled.transaction((begun) => begun.run(statement('test-timeouts', TIMEOUTS)))).toEqual(
    expected,
  );
  await pooled.close();
  await bouncer.remove();
  await database.drop();
});

/** The message of the only line of the log. */
function reasonIn({ code, out }: { readonly code: number | null; readonly out: string }): string {
  expect([code, out.trim().split('\n')]).toEqual([1, [expect.any(String)]]);
  return (JSON.parse(out) as { msg: string }).msg;
}
