import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { moveMailOrigin } from '../../../../src/notifications/sending/mail-origin.store.js';
import { Database } from '../../../../src/platform/database/database.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { PatronClient } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { NO_TIMEOUTS } from '../../../support/database.js';
import { type DedicatedServer, startDedicatedServer } from '../../support/servers/dedicated-server.js';
import { MailServer } from '../../../support/mail-server.js';
import { holdPath, HOLDS } from '../../../support/paths.js';
import { type ServiceProcess, startProcess } from '../../support/processes.js';
import { hold, reserveIdOf, smallLibrary, WEBSITE_ID } from '../../../support/records.js';
import { importAll, tokenOf } from '../../../support/service.js';
import { ALERTS_FILE, dashboardExpressions, hasPrometheus, Prometheus, RANGE } from './prometheus.js';

/**
 * A real Prometheus with the project's rules, in seconds instead of minutes, watches two API processes and a worker. It is
 * silent while all is well. Then the test causes what each alert is about.
 */

/** More than the number of mails that the alerts wait for. */
const NOTICES = 14;
const PATRONS = 60;
const BLOCKED = 1;
const FOR_TRAFFIC = 2;
const FOR_REFUSED_MAIL = 3;
const FOR_DELAYED_MAIL = 4;
const LATE = 5;
/** Its pickup ends, and that cannot be recorded. */
const STUCK = 6;

const WRITE_EVENT = statement(
  'test-alerts-write-event',
  `INSERT INTO patron_event_outbox (website_id, type, subject, written_at)
   VALUES ($1, 'hold.ready', $2, now() - interval '10 minutes')`,
);

const describeIf = hasPrometheus ? describe : describe.skip;

describeIf('with a real Prometheus', () => {
  // One after the other: the last test looks back at all alerts, and those before it leave the service without an API.

  let server: DedicatedServer;
  let database: Database;
  let mails: MailServer;
  let api: ServiceProcess;
  let limitedApi: ServiceProcess;
  let worker: ServiceProcess;
  let workerPort: string;
  let session: pg.Client;
  let prometheus: Prometheus;
  const background: AbortController[] = [];

  /** Repeats `act` until the test stops it, or the end. What fails is repeated, too. */
  function repeat(pauseMs: number, act: () => Promise<unknown>): AbortController {
    const stop = new AbortController();
    background.push(stop);
    void (async () => {
      while (!stop.signal.aborted) {
        await act().catch(() => undefined);
        await sleep(pauseMs);
      }
    })();
    return stop;
  }

  const startWorker = (settings: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> =>
    startProcess({ DATABASE_URL: server.url, SMTP_URL: mails.url, ...settings }, 'worker');

  const startApi = (settings: Readonly<Record<string, string>>): Promise<ServiceProcess> =>
    startProcess({ DATABASE_URL: server.url, ROLE: 'api', ...settings });

  /** Waits until each has fired, not all at once: some look back at a short time only. */
  async function untilFired(...alerts: readonly string[]): Promise<void> {
    const fired = new Set<string>();
    await eventually(async () => {
      for (const alert of await prometheus.firing()) fired.add(alert);
      expect([...fired]).toEqual(expect.arrayContaining([...alerts]));
    });
  }

  async function untilResolved(...alerts: readonly string[]): Promise<void> {
    await eventually(async () => {
      const firing = await prometheus.firing();
      expect(alerts.filter((each) => firing.includes(each))).toEqual([]);
    });
  }

  /** Makes the pickups of a title end ten minutes ago, as if no timer had come since. */
  const endPickups = (title: number): Promise<unknown> =>
    session.query(
      `UPDATE hold SET expires_at = now() - interval '10 minutes'
       WHERE website_id = $1 AND reserve_id = $2 AND expires_at IS NOT NULL`,
      [WEBSITE_ID, reserveIdOf(title)],
    );

  const notices = (title: number, first: number): Promise<void> =>
    importAll(
      database,
      Array.from({ length: NOTICES }, (_, index) =>
        hold(first + index, title, { emailAddress: `reader-${first + index}@example.org` }),
      ),
    );

  /** Written ten minutes ago. */
  const writeEventAbout = (subject: string): Promise<unknown> =>
    database.run(WRITE_EVENT, [WEBSITE_ID, subject]);

  beforeAll(async () => {
    server = await startDedicatedServer();
    database = new Database({ url: server.url, poolSize: 4, ...NO_TIMEOUTS });
    await importAll(database, smallLibrary(PATRONS, [0, 0, NOTICES, NOTICES, 1, 1]));
    mails = await MailServer.start();
    [api, limitedApi, worker] = await Promise.all([
      startApi({ POOL_SIZE: '2' }),
      startApi({ REQUESTS_PER_ADDRESS: '3' }),
      startWorker(),
    ]);
    workerPort = new URL(worker.url).port;
    session = new pg.Client(server.url);
    session.on('error', () => undefined);
    await session.connect();
    const addresses = [api, limitedApi, worker].map(({ url }) => new URL(url).host);
    prometheus = await Prometheus.start({
      'holdfast-api': addresses.slice(0, 2),
      'holdfast-worker': addresses.slice(2),
    });
    const token = await tokenOf(database, 1);
    const client = new PatronClient(api.url, token);
    repeat(50, async () => {
      await client.post(HOLDS, { id: FOR_TRAFFIC, ignoreHoldEmail: true });
      await client.get(HOLDS);
      await client.delete(holdPath(FOR_TRAFFIC));
    });
    // Timers run once a minute when nothing is due, and otherwise when the clock has moved.
    repeat(500, () => database.run({ name: 'wake', text: `SELECT graphile_worker.add_job('clock-moved')` }));
  });

  afterAll(async () => {
    for (const each of background) each.abort();
    await prometheus.stop();
    await session.end().catch(() => undefined);
    await Promise.all([api, limitedApi, worker].map((each) => each.kill()));
    await mails.stop();
    await database.close();
    await server.remove();
  });

  test('while all is well, no alert fires', async () => {
    await eventually(async () => {
      const [traffic] = await prometheus.query(`sum(rate(holdfast_request_seconds_count[${RANGE}]))`);
      expect(Number(traffic?.value[1])).toBeGreaterThan(0);
      expect(await prometheus.query(`count_over_time(up[${RANGE}]) >= 3`)).toHaveLength(3);
      expect(await prometheus.query('up == 1')).toHaveLength(3);
      expect(await prometheus.query('ALERTS')).toEqual([]);
    });
  });

  test('every panel of the dashboard has values', async () => {
    const expressions = dashboardExpressions();
    expect(expressions.length).toBeGreaterThan(20);
    await eventually(async () => {
      const empty = [];
      for (const expression of expressions)
        if ((await prometheus.query(expression.replaceAll('$__rate_interval', RANGE))).length === 0)
          empty.push(expression);
      expect(empty).toEqual([]);
    });
  });

  test('every query of the runbook is valid', async () => {
    const runbook = readFileSync(new URL('../../../../RUNBOOK.md', import.meta.url), 'utf8');
    const queries = [...runbook.matchAll(/--data-urlencode 'query=([^']+)'/g)].map(([, query]) => query!);
    expect(queries.length).toBeGreaterThan(5);
    for (const query of queries) await prometheus.query(query);
  });

  test('mail that is refused, copies assigned late, timers and a periodic task that fail, and clients that send too much', async () => {
    mails.answerAllWith({ refused: 'recipient', code: 550 });
    await notices(FOR_REFUSED_MAIL, 1);
    await importAll(database, [hold(50, LATE), hold(51, LATE)]);
    await endPickups(LATE);
    const flood = repeat(200, () => fetch(`${limitedApi.url}/v1/patrons/me`));
    await importAll(database, [hold(53, STUCK)]);
    await session.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE undefined_column; END';
      CREATE TRIGGER refuse BEFORE UPDATE OR DELETE ON hold FOR EACH ROW
        WHEN (OLD.reserve_id = '${reserveIdOf(STUCK)}' AND OLD.expires_at < now()) EXECUTE FUNCTION refuse()`);
    await endPickups(STUCK);
    await session.query('ALTER TABLE staff_session RENAME TO staff_session_away');
    await untilFired(
      'HoldfastPeriodicTaskFails',
      'HoldfastMailRefused',
      'HoldfastHandOverLag',
      'HoldfastRequestsRefused',
      'HoldfastTimersStopped',
    );
    flood.abort();
    await session.query('DROP FUNCTION refuse CASCADE');
    await session.query('ALTER TABLE staff_session_away RENAME TO staff_session');
    await untilResolved('HoldfastTimersStopped');
  });

  test('a mail server that is down, notices that wait, and a session that blocks everybody', async () => {
    mails.answerAllWith('accepted');
    await mails.stop();
    await notices(FOR_DELAYED_MAIL, 20);
    // A worker has made jobs of them.
    await eventually(async () => expect((await session.query('SELECT FROM notice_outbox')).rowCount).toBe(0));
    await session.query(`UPDATE graphile_worker._private_jobs SET created_at = now() - interval '2 hours'`);
    await session.query('BEGIN');
    await session.query('SELECT FROM title_queue WHERE reserve_id = $1 FOR UPDATE', [reserveIdOf(BLOCKED)]);
    const stuck = await Promise.all(
      [41, 42, 43, 44, 45, 46].map(async (patronId) => {
        const client = new PatronClient(api.url, await tokenOf(database, patronId));
        return repeat(10, () => client.post(HOLDS, { id: BLOCKED, ignoreHoldEmail: true }));
      }),
    );
    await untilFired('HoldfastMailServerDown', 'HoldfastMailBacklog');
    await untilFired('HoldfastErrorRate', 'HoldfastLatency', 'HoldfastPoolExhausted');
    for (const each of stuck) each.abort();
    await session.query('ROLLBACK');
    await mails.restart();
    await untilResolved('HoldfastPoolExhausted');
  });

  test('no worker, what is overdue meanwhile, and mail that is paused as in a restored copy', async () => {
    const alerts = ['HoldfastNoWorker', 'HoldfastTimerLag', 'HoldfastInstanceDown', 'HoldfastMailPaused'];
    await importAll(database, [hold(52, LATE)]);
    await worker.stop();
    await endPickups(LATE);
    await session.query(`UPDATE mail_origin SET database_identity = '1/1'`);
    await untilFired(...alerts);
    await moveMailOrigin(database);
    worker = await startWorker({ PORT: workerPort, METRICS_PORT: workerPort });
    await untilResolved(...alerts);
  });

  test('an event that cannot be published, and one that waits', async () => {
    await writeEventAbout('no number');
    await untilFired('HoldfastEventPutAside');
    // As if another worker were at it, and did not go on.
    await session.query('BEGIN');
    await session.query('SELECT FROM event_stream FOR UPDATE');
    await writeEventAbout('1');
    await untilFired('HoldfastEventsLate');
    await session.query('ROLLBACK');
    await untilResolved('HoldfastEventsLate');
  });

  test('the database away, and back', async () => {
    await session.end();
    await server.stop();
    await untilFired('HoldfastDatabaseDown');
    await server.start();
    await untilResolved('HoldfastDatabaseDown');
  });

  test('no process that answers requests', async () => {
    await Promise.all([api.stop(), limitedApi.stop()]);
    await untilFired('HoldfastNoApi');
  });

  test('every alert has fired, except those of what is beside the service', async () => {
    const fired = await prometheus.query(
      'max by (alertname) (max_over_time(ALERTS{alertstate="firing"}[1h]))',
    );
    const [own = ''] = readFileSync(ALERTS_FILE, 'utf8').split('- name: holdfast-surroundings');
    const defined = [...own.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
    expect(fired.map(({ metric }) => metric.alertname).sort()).toEqual(defined.sort());
  });
});
