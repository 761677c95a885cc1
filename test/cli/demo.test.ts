import { Database } from '../../src/platform/database/database.js';
import { PatronClient } from '../support/client.js';
import { emptyDatabase, NO_TIMEOUTS, type TestDatabase } from '../support/database.js';
import { holdPath } from '../support/paths.js';
import { runHoldfast, type ServiceProcess, startProcess } from '../support/processes.js';
import { smallLibrary } from '../support/records.js';
import { importAll } from '../support/service.js';

const OPERATOR_TOKEN = 'operator-token-for-this-computer-only';

let database: TestDatabase;
let settings: Readonly<Record<string, string>>;
let service: ServiceProcess | undefined;
beforeEach(async () => {
  database = await emptyDatabase();
  settings = { DATABASE_URL: database.url, SANDBOX: 'true', OPERATOR_TOKEN };
});
afterEach(async () => {
  await service?.stop();
  await database.drop();
});

const exported = (output: string, name: string): string =>
  new RegExp(`^ {2}export ${name}=(\\S+)$`, 'm').exec(output)?.[1] ?? '';

test('demo loads the demo library once, and prints tokens of two patrons and the operator each time', async () => {
  const first = await runHoldfast(['demo'], settings);
  expect([first.code, first.err]).toEqual([0, '']);
  expect(first.out).toContain('Loaded the demo library: 1251 records.');
  expect(exported(first.out, 'OPERATOR')).toBe(OPERATOR_TOKEN);

  service = await startProcess({ ...settings, ROLE: 'api' });
  // Of the demo library's holds on Frankenstein, one is the second patron's.
  const ownsHold = async (token: string): Promise<boolean> =>
    (await new PatronClient(service!.url, token).get(holdPath(100001))).status === 200;
  expect(await ownsHold(exported(first.out, 'TOKEN'))).toBe(false);
  const other = new PatronClient(service.url, exported(first.out, 'OTHER'));
  expect((await other.delete(holdPath(100001))).status).toBe(204);

  // What was tried meanwhile stays as it is.
  const again = await runHoldfast(['demo'], settings);
  expect([again.code, again.err]).toEqual([0, '']);
  expect(again.out).not.toContain('Loaded');
  expect(await ownsHold(exported(again.out, 'OTHER'))).toBe(false);
});

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
