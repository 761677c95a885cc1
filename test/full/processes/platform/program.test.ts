import { readFileSync } from 'node:fs';
import { runHoldfast } from '../../support/processes.js';

const { version } = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
) as { version: string };

test('holdfast --version prints the version of the package', async () => {
  expect(await runHoldfast(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

test.each([
  [
    'a bad setting',
    { DATABASE_URL: 'postgres://a:s3cret@localhost/holdfast', POOL_SIZE: 'canary' },
    'POOL_SIZE',
  ],
  ['an invalid database URL', { DATABASE_URL: 'postgres://a:canary@b:port/c' }, 'DATABASE_URL'],
  [
    'an unreachable database',
    { DATABASE_URL: 'postgres://a:canary@127.0.0.1:1/c' },
    'The database c at 127.0.0.1:1 cannot be used',
  ],
])('the program ends soon with %s, and gives the reason without secrets', async (_, settings, reason) => {
  const { code, output, seconds } = await timedRun(['serve'], { ...settings, PORT: '0' });
  expect(code).toBe(1);
  expect(output).toContain(reason);
  expect(output).not.toMatch(/canary|s3cret/);
  // On a busy machine just loading the program may take ten seconds.
  const { seconds: loading } = await timedRun(['--help']);
  expect(seconds).toBeLessThan(15 + 3 * loading);
});

async function timedRun(
  args: string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; output: string; seconds: number }> {
  const start = Date.now();
  const { code, out, err } = await runHoldfast(args, settings);
  return { code, output: `${out}${err}`, seconds: (Date.now() - start) / 1000 };
}
