import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** Every database of this run is called so, or begins so. */
const template = `holdfast_test_${randomBytes(4).toString('hex')}`;

/** What lies in a test database need not outlive a power cut. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
};

/**
 * One PostgreSQL for the whole run, with one migrated database that tests clone (see database.ts). By default it is the
 * embedded one in a new folder; HOLDFAST_TEST_DATABASE_URL names another server, whose user may create databases.
 */
export default async function globalSetup() {
  const given = process.env.HOLDFAST_TEST_DATABASE_URL;
  const { url, close } = given ? ownServer(given) : await embeddedServer();
  globalThis.closeTestServer = close;
  try {
    await makeTemplate(url);
  } catch (error) {
    // Jest tears down only what was set up.
    await close();
    throw error;
  }
  process.env.HOLDFAST_TEST_SERVER = url;
  process.env.HOLDFAST_TEST_TEMPLATE = template;
}

function ownServer(url) {
  return { url, close: () => dropDatabases(url) };
}

async function embeddedServer() {
  const { openEmbeddedDatabase } = await import('../../dist/embedded/embedded-database.js');
  await removeLeftovers();
  const folder = await mkdtemp(join(tmpdir(), `holdfast-test-${process.pid}-`));
  // Where root runs the tests, the server runs as somebody else, who has to get in.
  await chmod(folder, 0o755);
  const { url, release } = await openEmbeddedDatabase(folder, { settings });
  const close = async () => {
    await release();
    await rm(folder, { recursive: true, force: true });
  };
  return { url, close };
}

/** Ctrl-C ends a run without its teardown: the server ends by itself, its folder stays until the next run. */
async function removeLeftovers() {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = /^holdfast-test-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    // Another user's folder is left to them.
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
    // A database cannot be cloned while somebody is connected to it.
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
