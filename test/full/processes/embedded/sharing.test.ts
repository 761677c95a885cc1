import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  isRunning,
  newDataDir,
  open,
  postmasterOf,
  query,
  spawnUser,
  supervisorOf,
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
    const modes = ['supervisor.json', 'postgresql.log', 'postgresql/holdfast.password', 'postgresql'].map(
      (name) => (statSync(join(dataDir, name)).mode & 0o777).toString(8),
    );
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
    // The process that started it may let go of it a moment later.
    await until(() => !isRunning(server) && !existsSync(join(dataDir, 'supervisor.json')));
    expect(existsSync(join(dataDir, 'supervisor.json'))).toBe(false);
    expect(existsSync(join(dataDir, 'postgresql/postmaster.pid'))).toBe(false);
  });

  it('get the same server when they open a new folder at the same time', async () => {
    const dataDir = newDataDir();
    const users = Array.from({ length: 4 }, () => spawnUser(dataDir, 'waits'));
    const urls = await Promise.all([...users.map(urlOf), open(dataDir).then(({ url }) => url)]);
    expect(new Set(urls).size).toBe(1);
    await query(urls[0] ?? '', 'SELECT 1');
  });

  it('keep the server when the program that started it is killed', async () => {
    const dataDir = newDataDir();
    const starter = spawnUser(dataDir, 'waits');
    const url = await urlOf(starter);
    const database = await open(dataDir);
    starter.kill('SIGKILL');
    await once(starter, 'exit');
    await sleep(300);
    expect(database.url).toBe(url);
    await query(database.url, 'SELECT 1');
  });

  it('keep the server when Ctrl-C ends all the processes of the terminal that started it', async () => {
    const dataDir = newDataDir();
    const starter = spawnUser(dataDir, 'waits');
    await urlOf(starter);
    const { url } = await open(dataDir);
    process.kill(-(starter.pid ?? NaN), 'SIGINT');
    await once(starter, 'exit');
    await sleep(300);
    await query(url, 'SELECT 1');
  });
});

describe('the supervisor of the built-in database', () => {
  it('stops the server when its only user is killed', async () => {
    const dataDir = newDataDir();
    const user = spawnUser(dataDir, 'waits');
    await urlOf(user);
    const [supervisor, server] = [supervisorOf(dataDir).pid, postmasterOf(dataDir)];
    user.kill('SIGKILL');
    await until(() => !isRunning(supervisor) && !isRunning(server));
    expect(endOfLog(dataDir)).toContain('database system is shut down');
  });

  it('ends when its only user is killed before the server is ready', async () => {
    const dataDir = newDataDir();
    const user = spawnUser(dataDir, 'waits');
    await until(() => existsSync(join(dataDir, 'supervisor.json')));
    const supervisor = supervisorOf(dataDir).pid;
    user.kill('SIGKILL');
    await until(() => !isRunning(supervisor));
    expect(existsSync(join(dataDir, 'postgresql/postmaster.pid'))).toBe(false);
  });

  it('does not keep its user running, and stops the server after the user ends', async () => {
    const dataDir = newDataDir();
    const user = spawnUser(dataDir, 'ends');
    const [code] = (await once(user, 'exit')) as [number];
    expect(code).toBe(0);
    await until(() => !existsSync(join(dataDir, 'supervisor.json')));
    expect(endOfLog(dataDir)).toContain('database system is shut down');
  });

  it('shuts the server down properly when it gets SIGTERM', async () => {
    const dataDir = newDataDir();
    await open(dataDir);
    const supervisor = supervisorOf(dataDir).pid;
    process.kill(supervisor, 'SIGTERM');
    await until(() => !isRunning(supervisor));
    expect(endOfLog(dataDir)).toContain('database system is shut down');
    expect(existsSync(join(dataDir, 'supervisor.json'))).toBe(false);
  });
});

function endOfLog(dataDir: string): string {
  return readFileSync(join(dataDir, 'postgresql.log'), 'utf8').slice(-200);
}
