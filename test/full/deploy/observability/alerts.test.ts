import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '../../../../src/platform/database/migrations/migrations.js';
import { freshDatabase } from '../../../support/database.js';
import { ALERTS_FILE, dashboardExpressions, hasPrometheus } from './prometheus.js';

const fileOf = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const read = (path: string): string => readFileSync(fileOf(path), 'utf8');

const UNIT_TESTS = 'test/full/deploy/observability/alerts.promtool.yml';
const rules = readFileSync(ALERTS_FILE, 'utf8');
const runbook = read('RUNBOOK.md');
/** Each alert with the rest of its text. */
const alerts = new Map(
  rules
    .split(/^ +- alert: /m)
    .slice(1)
    .map((text) => [text.split('\n')[0]!, text]),
);
/** Each section of the runbook, by its heading. */
const sections = new Map(
  runbook
    .split(/^## /m)
    .slice(1)
    .map((text) => [text.split('\n')[0]!, text]),
);

test('the runbook has one section for each alert, in the same words, and no other section', () => {
  expect(alerts.size).toBeGreaterThan(10);
  expect([...sections.keys()].sort()).toEqual([...alerts.keys()].sort());
});

const documented = new Set(
  [...read('docs/operations/metrics.md').matchAll(/^\| `(holdfast_\w+)`/gm)].map(([, name]) => name!),
);
const namesIn = (text: string): string[] =>
  [...text.matchAll(/\bholdfast_\w+/g)].map(([name]) => name.replace(/_(?:bucket|count|sum)$/, ''));

test.each([
  ['alerts', rules],
  ['dashboard', dashboardExpressions().join('\n')],
  [
    'runbook',
    runbook.replaceAll('holdfast_(notices_waiting|oldest_notice_seconds)', 'holdfast_notices_waiting'),
  ],
])('the %s name only metrics that docs/operations/metrics.md lists', (_, text) => {
  const names = namesIn(text);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !documented.has(name))).toEqual([]);
});

test('each alert has a unit test in which it fires, and one in which it does not', () => {
  const cases = read(UNIT_TESTS).split(/(?=- (?:\{ )?eval_time: )/);
  for (const name of alerts.keys()) {
    const own = cases.filter((each) => new RegExp(`alertname: ${name}\\b`).test(each));
    expect([name, own.some((each) => each.includes('exp_alerts: []'))]).toEqual([name, true]);
    expect([name, own.some((each) => each.includes('exp_labels:'))]).toEqual([name, true]);
  }
});

describe('the commands of the runbook', () => {
  const commands = [...runbook.matchAll(/^```sh\n(.*?)^```/gms)].map(([, text]) => text!);

  test('are valid for a shell', () => {
    expect(commands.length).toBeGreaterThan(10);
    for (const command of commands) {
      const { stderr } = spawnSync('bash', ['-n'], { input: command, encoding: 'utf8' });
      expect([command, stderr]).toEqual([command, '']);
    }
  });

  test('read the log as Docker Compose 2.26 prints it', () => {
    const [definition = ''] = /^logs\(\).*docker compose.*$/m.exec(runbook) ?? [];
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-runbook-'));
    const script = `docker() { printf '\\033[2K{"msg":"a {b}"}\\n\\033[2Knot JSON\\n'; }\n${definition}\nlogs api-1; cat holdfast.log`;
    const { stdout } = spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(stdout).toBe('{"msg":"a {b}"}\n');
  });

  test('ask the database what it understands', async () => {
    const stored = await freshDatabase();
    await migrate(stored.url);
    const session = new pg.Client(stored.url);
    await session.connect();
    try {
      const statements = [...runbook.matchAll(/^sql (?:"([^"]+)"|'([^']+)'|(\w+))/gm)].map(
        ([, double, single, bare]) => (double ?? single ?? bare)!,
      );
      expect(statements.length).toBeGreaterThan(6);
      for (const statement of statements) await session.query(statement);
    } finally {
      await session.end();
      await stored.drop();
    }
  });
});

(hasPrometheus ? describe : describe.skip)('promtool', () => {
  const promtool = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
    return status === 0 ? 'valid' : `${stdout}${stderr}`;
  };

  test('finds the rules valid', () => {
    expect(promtool('check', 'rules', ALERTS_FILE)).toBe('valid');
  });

  test('sees each alert fire and stop as its unit tests say', () => {
    expect(promtool('test', 'rules', fileOf(UNIT_TESTS))).toBe('valid');
  });
});
