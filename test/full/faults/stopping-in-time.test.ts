import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { eventually } from '../../support/clock.js';
import { emptyDatabase } from '../../support/database.js';
import { holdConnection } from '../../support/requests/held-connections.js';
import { type DedicatedServer, startDedicatedServer } from '../support/servers/dedicated-server.js';
import {
  collectOutput,
  type Deployment,
  spawnHoldfast,
  startDeployment,
  startProcess,
} from '../support/processes.js';
import { sendRaw } from '../../support/requests/raw-request.js';
import { smallLibrary } from '../../support/records.js';
import { tokenOf } from '../../support/service.js';
import { HOLDS } from '../../support/paths.js';
import { withConstants } from '../support/constants.js';

// These processes mostly wait until a limit is over, so that those of one kind stop at the same time, in the set-up.

/** Generous for a busy machine: without the limits under test the process would run for ten minutes, or forever. */
const IN_TIME_MS = 240_000;
const stopsWithin = (shutdownSeconds: number): { readonly NODE_OPTIONS: string } => ({
  NODE_OPTIONS: withConstants({ shutdownSeconds, requestTimeoutSeconds: 600 }),
});
/** For several processes that start at the same time on a busy machine, and then stop in time. */
const MAX_TEST_MS = 2 * IN_TIME_MS;

type Outcome = number | null | 'still running';

async function inTime<Result>(stopped: Promise<Result>): Promise<Result | 'still running'> {
  return Promise.race([stopped, sleep(IN_TIME_MS, 'still running' as const, { ref: false })]);
}

/** Does `work` for all keys at the same time. */
async function forEach<Result>(
  keys: readonly string[],
  work: (key: string) => Promise<Result>,
): Promise<ReadonlyMap<string, Result>> {
  return new Map(await Promise.all(keys.map(async (key) => [key, await work(key)] as const)));
}

describe('a process that is asked to stop ends in time', () => {
  let deployment: Deployment;
  let token: string;
  let outcomes: ReadonlyMap<string, Outcome>;
  beforeAll(async () => {
    deployment = await startDeployment(smallLibrary(1, [1]), { processes: 0 });
    token = await tokenOf(deployment.database, 1);
    outcomes = await forEach([...Object.keys(CONNECTIONS), PATIENT], stopDespite);
  }, MAX_TEST_MS);
  afterAll(() => deployment.close());

  const CONNECTIONS: Readonly<Record<string, () => string[]>> = {
    'that stay silent': () => ['', '', ''],
    'with half a head': () => [`GET ${HOLDS} HTTP/1.1\r\nHost: te`],
    'with a body that is never sent, where one is read': () => [
      `POST ${HOLDS} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n',
    ],
    'with a body that is never sent, where none is read': () => [
      `GET ${HOLDS} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${token}\r\nContent-Length: 100\r\n\r\n`,
    ],
    'with what is not HTTP, from clients that stay': () => ['hello\r\n\r\n', '\x16\x03\x01\x02\r\n\r\n'],
    'that stay open after a tunnel was refused': () => [
      'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n',
    ],
  };
  /** A process with a silent connection, and ten minutes to stop. */
  const PATIENT = 'ten minutes';

  async function stopDespite(which: string): Promise<Outcome> {
    const stopping = await startProcess({
      DATABASE_URL: deployment.databaseUrl,
      ROLE: 'api',
      ...stopsWithin(which === PATIENT ? 600 : 3),
    });
    const bytes = which === PATIENT ? [''] : CONNECTIONS[which]!();
    const held = await Promise.all(bytes.map((each) => holdConnection(stopping.url, each)));
    try {
      return await inTime(stopping.stop());
    } finally {
      for (const connection of held) connection.destroy();
      await stopping.kill();
    }
  }

  test.each(Object.keys(CONNECTIONS))('despite connections %s', (which) => {
    expect(outcomes.get(which)).toBe(0);
  });

  test('and does not wait for silent connections until its time for them is over', () => {
    expect(outcomes.get(PATIENT)).toBe(0);
  });
});

/** The lock that a migrating process holds. */
const MIGRATING = 72707369;

test(
  'a process that is asked to stop ends in time, while it waits for another one to migrate',
  async () => {
    const { url, drop } = await emptyDatabase();
    const other = new pg.Client(url);
    await other.connect();
    await other.query('SELECT pg_advisory_lock($1)', [MIGRATING]);
    const settings = { DATABASE_URL: url, PORT: '0', METRICS_PORT: '0', ...stopsWithin(3) };
    const child = spawnHoldfast(['serve'], settings);
    const output = collectOutput(child.stdout);
    const ended = new Promise<string>((resolve) => child.once('exit', () => resolve('ended')));
    try {
      await eventually(() => expect(output()).toContain('waits: '));
      child.kill('SIGTERM');
      expect(await inTime(ended)).toBe('ended');
    } finally {
      child.kill('SIGKILL');
      await other.end();
      await drop();
    }
  },
  MAX_TEST_MS,
);

describe('a process that is asked to stop ends in time when its database', () => {
  const ROLES = ['api', 'all', 'worker'];
  let whenFrozen: ReadonlyMap<string, Outcome>;
  let whenGone: ReadonlyMap<string, Outcome>;
  beforeAll(async () => {
    [whenFrozen, whenGone] = await Promise.all([
      stopAfter(
        (server) => Promise.resolve(server.freeze()),
        (server) => server.thaw(),
      ),
      stopAfter((server) => server.crash()),
    ]);
  }, MAX_TEST_MS);

  /** Starts a process of each role, causes the fault of their database, and asks them to stop. */
  async function stopAfter(
    cause: (server: DedicatedServer) => Promise<void>,
    repair: (server: DedicatedServer) => void = () => undefined,
  ): Promise<ReadonlyMap<string, Outcome>> {
    const server = await startDedicatedServer();
    try {
      const started = await forEach(ROLES, (ROLE) =>
        startProcess({ DATABASE_URL: server.url, ROLE, ...stopsWithin(3) }),
      );
      await cause(server);
      try {
        return await forEach(ROLES, async (role) => {
          const stopping = started.get(role)!;
          // In a frozen database this uses a session that will never answer.
          const asked = sendRaw(stopping.url, { method: 'GET', path: '/health/ready' }).catch(
            () => undefined,
          );
          const outcome = await inTime(stopping.stop());
          await stopping.kill();
          await asked;
          return outcome;
        });
      } finally {
        repair(server);
      }
    } finally {
      await server.remove();
    }
  }

  test.each(ROLES)('is frozen (ROLE=%s)', (role) => {
    expect(whenFrozen.get(role)).not.toBe('still running');
  });

  test.each(ROLES)('is gone (ROLE=%s)', (role) => {
    expect(whenGone.get(role)).toBe(0);
  });
});

describe('a process that is asked to stop, with SHUTDOWN_DELAY_SECONDS,', () => {
  test(
    'is not ready from then on, but serves until a balancer has noticed',
    async () => {
      const deployment = await startDeployment(smallLibrary(1, [1]), { processes: 0 });
      const token = await tokenOf(deployment.database, 1);
      const stopping = await startProcess({
        DATABASE_URL: deployment.databaseUrl,
        ROLE: 'api',
        SHUTDOWN_DELAY_SECONDS: '15',
      });
      const ask = async (path: string): Promise<number> =>
        (
          await sendRaw(stopping.url, {
            method: 'GET',
            path,
            headers: [['Authorization', `Bearer ${token}`]],
          })
        ).status;
      try {
        expect(await ask('/health/ready')).toBe(200);
        const stopped = stopping.stop();
        await eventually(async () => expect(await ask('/health/ready')).toBe(503));
        // Until the balancer checks again it sends requests to this process, and loses none of them.
        for (let request = 0; request < 20; request++) expect(await ask(HOLDS)).toBe(200);
        expect(await ask('/health/live')).toBe(200);
        expect(await inTime(stopped)).toBe(0);
      } finally {
        await stopping.kill();
        await deployment.close();
      }
    },
    MAX_TEST_MS,
  );
});
