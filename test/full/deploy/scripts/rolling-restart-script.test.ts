import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../../support/deploy/compose-file.js';

/** deploy/rolling-restart.sh, with a stand-in for `docker` that replaces containers as Compose does. */
const SERVICES = [
  'api-1',
  'api-2',
  'worker-1',
  'worker-2',
  'postgres',
  'postgres-exporter',
  'backup-folder',
  'balancer',
  'prometheus',
];

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'holdfast-docker-'));
  mkdirSync(join(state, 'containers'));
  write('version', '2.26.1-4');
  write('calls', '');
  write('configuration', SERVICES.map((name) => `${name} made-from-${name}\n`).join(''));
  for (const name of SERVICES) write(`containers/${name}`, `made-from-${name}\n`);
});
afterEach(() => {
  rmSync(state, { recursive: true });
});

function write(file: string, text: string): void {
  writeFileSync(join(state, file), text);
}

function configureAnew(...names: readonly string[]): void {
  const line = (name: string): string =>
    `${name} ${names.includes(name) ? 'something-else' : `made-from-${name}`}\n`;
  write('configuration', SERVICES.map(line).join(''));
}

const environment = (): Record<string, string> => ({
  PATH: [fileURLToPath(new URL('.', import.meta.url)), process.env.PATH].join(delimiter),
  STATE: state,
  PAUSE_SECONDS: '0',
});

function restart(...services: string[]): { status: number | null; stdout: string; stderr: string } {
  const script = `${ROOT}deploy/rolling-restart.sh`;
  return spawnSync('bash', [script, ...services], { env: environment(), encoding: 'utf8' });
}

/** What was done since the last time, such as `up api-1`. */
function calls(): string[] {
  const done = readFileSync(join(state, 'calls'), 'utf8').split('\n').filter(Boolean);
  write('calls', '');
  return done;
}

function up(): void {
  const docker = fileURLToPath(new URL('docker', import.meta.url));
  spawnSync(docker, ['compose', 'up', '--detach', '--wait', ...SERVICES], { env: environment() });
}

test('each process is replaced, after the migrations, in the order of UPGRADE.md, and nothing else', () => {
  expect(readFileSync(`${ROOT}UPGRADE.md`, 'utf8')).toContain(
    '**Replace the workers**, then the API processes',
  );
  expect(restart()).toMatchObject({ status: 0, stderr: '' });
  expect(calls()).toEqual(['run migrate', 'up worker-1', 'up worker-2', 'up api-1', 'up api-2']);
  restart('worker-2');
  expect(calls()).toEqual(['run migrate', 'up worker-2']);
});

test('commands that are pasted behind it are not its input', () => {
  spawnSync('bash', [`${ROOT}deploy/rolling-restart.sh`], {
    env: environment(),
    input: 'docker compose up\n',
  });
  expect(readFileSync(join(state, 'input'), 'utf8')).toBe('');
});

test.each(['2.26.1-4', '2.40.3'])('with Compose %s, a later `up` replaces nothing', (version) => {
  write('version', version);
  configureAnew('api-1', 'api-2', 'worker-1', 'worker-2');
  restart();
  calls();
  up();
  expect(calls()).toEqual([]);
});

test('if `up` would replace something nevertheless, it says so', () => {
  write('unstable', '-of-another-kind');
  const { status, stderr } = restart('api-1');
  expect([status, stderr]).toEqual([1, expect.stringMatching(/replaces these at once: api-1/)]);
});

test('what else has another configuration is named, and stays as it is', () => {
  configureAnew('prometheus', 'postgres-exporter');
  expect(restart().stdout).toMatch(
    /`docker compose up --detach --wait` replaces them: postgres-exporter prometheus/,
  );
  expect(calls()).not.toContain('up prometheus');
});

test('a PostgreSQL that would restart is not touched, and neither is anything else', () => {
  configureAnew('postgres', 'api-1');
  const { status, stderr } = restart();
  expect([status, stderr]).toEqual([1, expect.stringContaining('PostgreSQL has another configuration now')]);
  expect(calls()).toEqual([]);
});

test('the files of COMPOSE_FILE are those that it uses', () => {
  const COMPOSE_FILE = 'compose.production.yml:deploy/journald.yml';
  const env = { ...environment(), COMPOSE_FILE };
  expect(spawnSync('bash', [`${ROOT}deploy/rolling-restart.sh`], { env }).status).toBe(0);
  const files = readFileSync(join(state, 'files'), 'utf8');
  expect(files).toContain(`up --detach --force-recreate --wait --wait-timeout 180 api-1 of ${COMPOSE_FILE}`);
  restart();
  expect(readFileSync(join(state, 'files'), 'utf8')).toContain('-f compose.production.yml up');
});

test('one that does not become healthy ends it', () => {
  write('unhealthy', 'api-2');
  expect(restart().status).not.toBe(0);
  expect(calls()).toEqual(['run migrate', 'up worker-1', 'up worker-2', 'up api-1']);
});

test('versions of Compose: too old ends it, untried is said', () => {
  write('version', 'v2.33.1');
  expect(restart('api-1')).toMatchObject({
    status: 0,
    stderr: 'Docker Compose v2.33.1 was not tried with this stack; these were: 2.26 2.40.\n',
  });
  write('version', '2.9.0');
  calls();
  const { status, stderr } = restart();
  expect([status, stderr]).toEqual([1, 'Docker Compose 2.9.0 is too old: this needs 2.24 or newer.\n']);
  expect(calls()).toEqual([]);
});
