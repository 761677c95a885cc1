import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
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
};

/**
 * Starts one PostgreSQL for all tests, with a migrated database that they clone (see database.ts). By default it is the
 * embedded one in a new folder. HOLDFAST_TEST_DATABASE_URL names another server, where the user may create databases.
 */
export default async function globalSetup() {
  const given = process.env.HOLDFAST_TEST_DATABASE_URL;
  const { url, close } = given ? existingServer(given) : await embeddedServer();
  globalThis.closeTestServer = close;
  try {
    await makeTemplate(url);
  } catch (error) {
    // After a failed set-up Jest does not call the teardown.
    await close();
    throw error;
  }
  process.env.HOLDFAST_TEST_SERVER = url;
  process.env.HOLDFAST_TEST_TEMPLATE = template;
}

function existingServer(url) {
  return { url, close: () => dropDatabases(url) };
}

async function embeddedServer() {
  const { openEmbeddedDatabase } = await import('../../dist/embedded/embedded-database.js');
  await removeLeftovers();
  const folder = await mkdtemp(join(tmpdir(), `holdfast-test-${process.pid}-`));
  // Where root runs the tests, the server runs as another user, who needs access to the folder.
  await chmod(folder, 0o755);
  const { url, release } = await openEmbeddedDatabase(folder, { settings });
  const close = async () => {
    await release();
    await rm(folder, { recursive: true, force: true });
  };
  return { url, close };
}

/** Ctrl-C skips the teardown: the server stops by itself, but its folder stays until the next run. */
async function removeLeftovers() {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = /^holdfast-test-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    // The folder may belong to another user.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
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
  const { migrate } = await import('../../dist/platform/database/migrations.js');
  const { prepareJobs } = await import('../../dist/platform/jobs.js');
  await onServer(serverUrl, async (server) => {
    await server.query(`CREATE DATABASE ${template}`);
    const url = new URL(serverUrl);
    url.pathname = template;
    await migrate(url.href);
    await prepareJobs(url.href);
    // PostgreSQL cannot clone a database that has open connections.
    await server.query(`ALTER DATABASE ${template} ALLOW_CONNECTIONS false`);
  });
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
