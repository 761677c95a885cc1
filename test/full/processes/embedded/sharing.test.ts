import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  isRunning,
  newDataDir,
  open,
  postmasterOf,
  query,
  spawnUser,
  until,
  urlOf,
  useEmbeddedDatabases,
} from './embedded-databases.js';

useEmbeddedDatabases();

describe('the built-in database', () => {
  it('is a UTF-8 database with checksums, in UTC, that only this computer can reach and only with a password', async () => {
    const { url } = await open(newDataDir());
    const [facts] = await query(
      url,
      `SELECT current_database() AS name, current_setting('server_encoding') AS encoding,
                current_setting('data_checksums') AS checksums, current_setting('timezone') AS timezone,
                current_setting('listen_addresses') AS addresses,
                current_setting('unix_socket_directories') AS sockets,
                (SELECT datlocprovider::text || datlocale FROM pg_database WHERE datname = 'holdfast') AS locale`,
    );
    expect(facts).toEqual({
      name: 'holdfast',
      encoding: 'UTF8',
      checksums: 'on',
      timezone: 'UTC',
      addresses: '127.0.0.1',
      sockets: '',
      locale: 'bC.UTF-8',
    });
    const wrongPassword = Object.assign(new URL(url), { password: 'guess' }).href;
    await expect(query(wrongPassword, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  it('lets only its owner read the files that open it', async () => {
    const dataDir = newDataDir();
    await open(dataDir);
    const modes = [
      'postgresql.log',
      'postgresql/holdfast.password',
      'postgresql/postmaster.pid',
      'postgresql',
    ].map((name) => (statSync(join(dataDir, name)).mode & 0o777).toString(8));
    expect(modes).toEqual(['600', '600', '600', '700']);
  });
});

describe('several users of the built-in database', () => {
  it('share one server, which stops when the last one has released it', async () => {
    const dataDir = newDataDir();
    const [first, second] = [await open(dataDir), await open(dataDir)];
    expect(second.url).toBe(first.url);
    await first.release();
    await query(second.url, 'SELECT 1');

    const server = postmasterOf(dataDir);
    await second.release();
    expect(existsSync(join(dataDir, 'postgresql/postmaster.pid'))).toBe(false);
    await until(() => !isRunning(server));
  });

  it('stop it also when they release it at the same time', async () => {
    const dataDir = newDataDir();
    const users = [await open(dataDir), await open(dataDir), await open(dataDir)];
    await Promise.all(users.map((user) => user.release()));
    expect(existsSync(join(dataDir, 'postgresql/postmaster.pid'))).toBe(false);
  });

  it('get the same server when they open a new folder at the same time', async () => {
    const dataDir = newDataDir();
    const users = Array.from({ length: 4 }, () => spawnUser(dataDir));
    const urls = await Promise.all([...users.map(urlOf), open(dataDir).then(({ url }) => url)]);
    expect(new Set(urls).size).toBe(1);
    await query(urls[0] ?? '', 'SELECT 1');
  });

  it('get one that goes on when they open it just as the last one releases it', async () => {
    const dataDir = newDataDir();
    let last = await open(dataDir);
    for (let round = 0; round < 5; round++) {
      const [next] = await Promise.all([open(dataDir), last.release()]);
      await query(next.url, 'SELECT 1');
      last = next;
    }
  });

  it('keep it when its starter is killed by Ctrl-C, and the next one stops it after all have been killed', async () => {
    const dataDir = newDataDir();
    const [starter, other] = [spawnUser(dataDir), spawnUser(dataDir)];
    const url = await urlOf(starter);
    await urlOf(other);
    process.kill(-(starter.pid ?? NaN), 'SIGINT');
    await once(starter, 'exit');
    await query(url, 'SELECT 1');

    other.kill('SIGKILL');
    await once(other, 'exit');
    const next = await open(dataDir);
    expect(next.url).toBe(url);
    await next.release();
    expect(existsSync(join(dataDir, 'postgresql/postmaster.pid'))).toBe(false);
  });
});
