import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { hasPrometheus, Prometheus } from '../observability/prometheus.js';
import { freshDatabase, type TestDatabase } from '../../../support/database.js';
import { collectOutput, type ServiceProcess, startProcess } from '../../support/processes.js';
import { readComposeFile, ROOT } from '../../support/deploy/compose-file.js';

/**
 * The commands of RUNBOOK.md for compose.production.yml are run by bash. `docker compose` is a stand-in: it knows the services of
 * the file and no others, and runs what is run in a container beside it, against a real process and its database.
 */
const DOCKER = `#!/usr/bin/env bash
set -euo pipefail
[ "$1" = compose ] || exit 2
command=$2
shift 2
known() { case " $SERVICES " in *" $1 "*) ;; *) echo "no such service: $1" >&2 && exit 1 ;; esac; }
services=()
while [ $# -gt 0 ]; do
  case $1 in
    --since | --tail | --signal) shift ;;
    -*) ;;
    *) services+=("$1") && known "$1" ;;
  esac
  shift
  if [ "$command" = exec ] && [ \${#services[@]} -gt 0 ]; then break; fi
done
case $command in
  ps | restart | up | kill) ;;
  logs) [ \${#services[@]} -gt 0 ] && printf '\\033[2K{"level":50,"msg":"failed","status":503,"err":{"kind":"DatabaseUnavailable"}}\\n' ;;
  exec)
    case $* in "bash /opt/backup/"*) test -e "$ROOT/deploy/backup/$(basename "$2")" && exit ;; esac
    case $1 in
      psql) shift && exec psql "$DATABASE_URL" --quiet "\${@:3}" ;;
      holdfast) shift && exec "$NODE" "$ROOT/dist/main.js" "$@" ;;
      bash) exec bash -c "\${3/9464/$SERVICE_PORT}" "\${@:4}" ;;
      df | ls | sh) case "$*" in */backups* | */var/lib/postgresql*) ;; *) echo "no such folder: $*" >&2 && exit 1 ;; esac ;;
      *) echo "no such program: $1" >&2 && exit 1 ;;
    esac
    ;;
  *) exit 2 ;;
esac
`;

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const canRun = ['jq', 'psql', 'curl'].every(isInstalled) && hasPrometheus;
const ifInstalled = canRun ? test : test.skip;

const runbook = await readFile(`${ROOT}RUNBOOK.md`, 'utf8');
const [forCompose = '', , , ...commands] = [...runbook.matchAll(/^```sh\n(.*?)^```/gms)].map(
  ([, text]) => text!,
);
const { services } = readComposeFile('compose.production.yml', {
  SECRETS_DIR: '/etc/holdfast/secrets',
  PUBLIC_URL: 'https://holds.example.org',
  MAIL_FROM: 'holds@example.org',
});

let folder: string;
let database: TestDatabase;
let service: ServiceProcess;
let prometheus: Prometheus;
beforeAll(async () => {
  if (!canRun) return;
  folder = await mkdtemp(join(tmpdir(), 'holdfast-runbook-'));
  await writeFile(join(folder, 'docker'), DOCKER);
  await chmod(join(folder, 'docker'), 0o755);
  await mkdir(join(folder, 'api'));
  await writeFile(join(folder, 'api/operator_token'), `${'o'.repeat(32)}\n`);
  database = await freshDatabase();
  service = await startProcess({ DATABASE_URL: database.url, ROLE: 'all', OPERATOR_TOKEN: 'o'.repeat(32) });
  prometheus = await Prometheus.start({ 'holdfast-all': [new URL(service.url).host] });
});
afterAll(async () => {
  if (!canRun) return;
  await prometheus.stop();
  await service.stop();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Runs a text of the document after the block for Compose, with this test's addresses. */
async function run(text: string): Promise<{ out: string; err: string }> {
  const addresses = forCompose
    .replace(/^BASE=\S+/m, `BASE=${service.url}`)
    .replace(/^OPERATOR=\S+/m, `OPERATOR=${service.url}`)
    .replace(/^PROMETHEUS=\S+/m, `PROMETHEUS=${prometheus.url}`)
    .replaceAll('/etc/holdfast/secrets', folder);
  const child = spawn('bash', ['-c', `${addresses}\n${text}`], {
    cwd: folder,
    // With a socket as its input, bash would read the user's .bashrc.
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: [folder, process.env.PATH].join(delimiter),
      SERVICES: Object.keys(services).join(' '),
      SERVICE_PORT: new URL(service.url).port,
      DATABASE_URL: database.url,
      ROOT,
      NODE: process.execPath,
    },
  });
  const [out, err] = [collectOutput(child.stdout), collectOutput(child.stderr)];
  await once(child, 'close');
  return { out: out(), err: err() };
}

/** What asks other machines, or names what only a person knows. */
const isElsewhere = (text: string): boolean => /openssl|kubectl/.test(text);

ifInstalled.each(commands.filter((text) => !isElsewhere(text)))(
  'with Compose, this runs: %s',
  async (text) => {
    expect((await run(text)).err).toBe('');
  },
);

ifInstalled('what they ask is answered', async () => {
  expect((await run('ask api-1 /health/live')).out).toMatch(/^HTTP\/1\.1 200 /);
  expect((await run('ask worker-2 /metrics')).out).toMatch(/^holdfast_database_up 1$/m);
  expect((await run('sql "SELECT count(*) FROM hold"')).out).toContain('(1 row)');
  expect((await run('curl -s "$OPERATOR/operator/v1/mail" -H "$AUTH"')).out).toContain('"notices":[]');
  expect((await run('holdfast doctor')).out).toContain('Violations found: 0.');
  expect((await run('logs $APIS $WORKERS; wc -l <holdfast.log')).out.trim()).toBe('1');
});

ifInstalled('a service that is not in the file would be noticed', async () => {
  expect((await run('restart worker')).err).toBe('no such service: worker\n');
});

const inText = [...runbook.matchAll(/`((?:docker compose|restart|holdfast|sql) [^`]+)`/g)].map(
  ([, text]) => text!,
);
ifInstalled.each(inText.filter((text) => !/resume-mail|migrate|worker$|PID|pg_terminate/.test(text)))(
  'the command in the text runs, too: %s',
  async (text) => {
    expect((await run(text)).err).toBe('');
  },
);
