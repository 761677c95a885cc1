import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../../../src/platform/database/database.js';
import { emptyDatabase, NO_TIMEOUTS, type TestDatabase } from '../../../support/database.js';
import { runHoldfast, type ServiceProcess, startProcess } from '../../support/processes.js';
import { smallLibrary } from '../../../support/records.js';
import { importAll } from '../../../support/service.js';

const OPERATOR_TOKEN = 'operator-token-for-this-computer-only';

let database: TestDatabase;
let folder: string;
let settings: Readonly<Record<string, string>>;
let service: ServiceProcess | undefined;
beforeEach(async () => {
  database = await emptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'holdfast-demo-'));
  settings = { DATABASE_URL: database.url, SANDBOX: 'true', OPERATOR_TOKEN, DATA_DIR: folder };
});
afterEach(async () => {
  await service?.stop();
  await database.drop();
  await rm(folder, { recursive: true });
});

const exported = (output: string, name: string): string =>
  new RegExp(`^ {2}export ${name}=(\\S+)$`, 'm').exec(output)?.[1] ?? '';

test('demo prints a password for the console, also where it was made for another database', async () => {
  await writeFile(join(folder, 'console-password'), 'made for another database\n');
  const { out } = await runHoldfast(['demo'], settings);
  const [, password = ''] = /\/console\nSign in as demo with the password (.+)$/m.exec(out) ?? [];
  expect(password).toBe('made for another database');
  service = await startProcess({ ...settings, ROLE: 'api' });
  expect(await canSignIn(password)).toBe(true);

  // Without the file there is a new password, which replaces the former one.
  await rm(join(folder, 'console-password'));
  const again = await runHoldfast(['demo'], settings);
  const [, other = ''] = /Sign in as demo with the password (\S+)$/m.exec(again.out) ?? [];
  expect(other).not.toBe('');
  expect([await canSignIn(other), await canSignIn(password)]).toEqual([true, false]);
});

async function canSignIn(password: string): Promise<boolean> {
  const { status } = await fetch(`${service!.url}/console/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ name: 'demo', password }),
  });
  return status === 303;
}

test.each([{ SANDBOX: 'false' }, { SANDBOX: '', NODE_ENV: 'production' }])(
  'demo refuses a service that is no sandbox: %j',
  async (production) => {
    const { code, out, err } = await runHoldfast(['demo'], { ...settings, ...production });
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe('The demo library is for a sandbox. Set SANDBOX to true, or import your own data.\n');
  },
);

test('demo leaves a library that is there already', async () => {
  await runHoldfast(['migrate'], settings);
  const pool = new Database({ url: database.url, poolSize: 2, ...NO_TIMEOUTS });
  await importAll(pool, smallLibrary(1, [1]));
  await pool.close();
  const { code, out } = await runHoldfast(['demo'], settings);
  expect(code).toBe(0);
  expect(out).not.toContain('Loaded');
  expect(exported(out, 'TOKEN')).not.toBe('');
  expect(out).toMatch(/^ {2}export OTHER=$/m);
});

test('demo prints the operator’s token of the embedded mode, which the service uses too', async () => {
  const { out } = await runHoldfast(['demo'], { SANDBOX: 'true', DATA_DIR: folder });
  expect(exported(out, 'OPERATOR')).toBe((await readFile(join(folder, 'operator-token'), 'utf8')).trim());
});
