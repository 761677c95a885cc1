import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** The prefix of all databases of this run. */
const template = `holdfast_test_${randomBytes(4).toString('hex')}`;

/** Test data need not survive a power cut. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  max_wal_size: '256MB',
};

/** A folder in memory, where a database is cloned in a sixth of the time, if it has room for the server. */
const MEMORY = '/dev/shm';
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Starts one PostgreSQL for all tests, with a migrated database that they clone (see database.ts). By default it is the
 * embedded one in a new folder. HOLDFAST_TEST_DATABASE_URL names another server, where the user may create databases. With
 * HOLDFAST_TEST_WORKER_URLS it is the coordinator of a Citus cluster, and each database is distributed (docs/testing.md).
 */
export default async function globalSetup() {
  const servers = await serverFolder();
  for (const folder of new Set([servers, tmpdir()])) await removeLeftovers(folder);
  process.env.HOLDFAST_TEST_FOLDER = servers;
  const given = process.env.HOLDFAST_TEST_DATABASE_URL;
  const { url, close } = given ? existingServer(given) : await embeddedServer(servers);
  try {
    await makeTemplate(url);
  } catch (error) {
    await close();
    throw error;
  }
  process.env.HOLDFAST_TEST_SERVER = url;
  process.env.HOLDFAST_TEST_WORKERS = workers.join(' ');
  process.env.HOLDFAST_TEST_TEMPLATE = template;
  globalThis.endTestServer = close;
}

/** Separated by spaces. */
const workers = process.env.HOLDFAST_TEST_WORKER_URLS?.split(' ') ?? [];

function existingServer(url) {
  return {
    url,
    close: async () => {
      for (const each of [url, ...workers]) await dropDatabases(each);
    },
  };
}

/** Where servers of tests keep their data. */
async function serverFolder() {
  const memory = await statfs(MEMORY).catch(() => undefined);
  return memory !== undefined && memory.bavail * memory.bsize >= NEEDED_BYTES ? MEMORY : tmpdir();
}

async function embeddedServer(servers) {
  const { openEmbeddedDatabase } = await import('../../../dist/embedded/embedded-database.js');
  const folder = await mkdtemp(join(servers, `holdfast-test-${process.pid}-`));
  // Where root runs the tests, the server runs as another user, who needs access to the folder.
  await chmod(folder, 0o755);
  const server = await openEmbeddedDatabase(folder, settings);
  const close = async () => {
    await server.release();
    await rm(folder, { recursive: true, force: true });
  };
  return { url: server.url, close };
}

/** Ctrl-C skips the teardown: the server runs, and its folder stays, until the next run. */
async function removeLeftovers(folder) {
  const { openEmbeddedDatabase } = await import('../../../dist/embedded/embedded-database.js');
  for (const name of await readdir(folder)) {
    const [, pid] = /^holdfast-test-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const leftover = join(folder, name);
    if (existsSync(join(leftover, 'postgresql/postmaster.pid')))
      await openEmbeddedDatabase(leftover).then(
        (database) => database.release(),
        () => undefined,
      );
    // The folder may belong to another user.
    await rm(leftover, { recursive: true, force: true }).catch(() => undefined);
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

async function makeTemplate(serverUrl) {
  const { migrate } = await import('../../../dist/platform/database/migrations/migrations.js');
  const { prepareJobs } = await import('../../../dist/platform/jobs/jobs.js');
  const servers = [serverUrl, ...workers];
  for (const each of servers) await onServer(each, (server) => server.query(`CREATE DATABASE ${template}`));
  const url = templateOn(serverUrl);
  if (workers.length > 0) {
    await joinNodes(servers);
    await migrateDistributed(url);
  }
  await migrate(url);
  await prepareJobs(url);
  if (workers.length > 0) await distributeTables(url);
  // PostgreSQL cannot clone a database that has open connections. Citus keeps one.
  for (const each of servers)
    await onServer(each, async (server) => {
      await server.query(`ALTER DATABASE ${template} ALLOW_CONNECTIONS false`);
      await server.query('SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = $1', [
        template,
      ]);
    });
}

function templateOn(serverUrl) {
  const url = new URL(serverUrl);
  url.pathname = template;
  return url.href;
}

/** Few shards, so that databases are cloned fast. */
async function joinNodes([coordinator, ...others]) {
  for (const each of [coordinator, ...others])
    await onServer(templateOn(each), (database) => database.query('CREATE EXTENSION citus'));
  await onServer(templateOn(coordinator), async (database) => {
    await database.query(`ALTER DATABASE ${template} SET citus.shard_count = 4`);
    const { hostname, port } = new URL(coordinator);
    await database.query('SELECT citus_set_coordinator_host($1, $2)', [hostname, Number(port)]);
    for (const other of others.map((each) => new URL(each)))
      await database.query('SELECT citus_add_node($1, $2)', [other.hostname, Number(other.port)]);
  });
}

/** So the migrations after the first change tables that are distributed already, as in an upgrade. */
async function migrateDistributed(url) {
  const { migrate } = await import('../../../dist/platform/database/migrations/migrations.js');
  const { OWN_MIGRATIONS } = await import('../../../dist/platform/database/migrations/migration-files.js');
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-first-migration-'));
  const [first] = (await readdir(OWN_MIGRATIONS)).sort();
  await cp(join(OWN_MIGRATIONS, first), join(folder, first), { recursive: true });
  await migrate(url, { folder });
  await rm(folder, { recursive: true });
  await distributeTables(url);
}

async function distributeTables(url) {
  const { Database } = await import('../../../dist/platform/database/database.js');
  const { distribute } = await import('../../../dist/cli/distribution/distribution.js');
  const database = new Database({ url, poolSize: 2, statementTimeout: 0, customPlans: true });
  await distribute(database);
  await database.close();
}

async function dropDatabases(serverUrl) {
  await onServer(serverUrl, async (server) => {
    const { rows } = await server.query('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [
      template,
    ]);
    for (const { datname } of rows) await server.query(`DROP DATABASE ${datname} WITH (FORCE)`);
  });
}

async function onServer(url, work) {
  const server = new pg.Client(url);
  await server.connect();
  try {
    await work(server);
  } finally {
    await server.end();
  }
}
