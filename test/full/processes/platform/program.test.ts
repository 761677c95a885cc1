import { readFileSync } from 'node:fs';
import { runHoldfast } from '../../support/processes.js';

const { version } = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
) as { version: string };

test('holdfast --version prints the version of the package', async () => {
  expect(await runHoldfast(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

test.each([
  ['a bad setting', { DATABASE_URL: 'postgres://a:s3cret@h/b', POOL_SIZE: 'canary' }, 'POOL_SIZE must be'],
  ['an invalid database URL', { DATABASE_URL: 'postgres://a:canary@b:port/c' }, 'DATABASE_URL'],
  ['a data folder that cannot be used', { DATA_DIR: '/dev/null/data' }, '/dev/null/data'],
])(
  'the program ends with %s, and one line of the log says why, without secrets',
  async (_, settings, reason) => {
    const { code, out, err } = await runHoldfast(['serve'], { ...settings, PORT: '0' });
    expect([code, err]).toEqual([1, '']);
    expect(JSON.parse(out)).toMatchObject({
      level: 60,
      time: expect.anything(),
      msg: expect.stringContaining(reason),
    });
    expect(out).not.toMatch(/canary|s3cret/);
  },
);
