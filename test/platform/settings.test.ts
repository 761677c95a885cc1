import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readConfig } from '../../src/platform/config.js';
import { collectOutput, runHoldfast } from '../support/processes.js';

const DATABASE_URL = 'postgres://holdfast:s3cret-canary@localhost/holdfast';

/** What is said about settings that cannot be used. */
function complaint(environment: Readonly<Record<string, string>>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('The settings were accepted.');
}

const BAD: readonly (readonly [name: string, value: string])[] = [
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '080'],
  ['PORT', '8080 '],
  ['PORT', 'canary'],
  ['DATABASE_URL', 'mysql://canary@localhost/x'],
  ['DATABASE_URL', 'canary'],
  ['DATABASE_URL', 'postgres://holdfast:canary@localhost:port/holdfast'],
  ['PUBLIC_URL', 'canary.example.org'],
  ['PUBLIC_URL', 'ftp://canary.example.org'],
  ['PUBLIC_URL', 'https://canary.example.org/?a=b'],
  ['PUBLIC_URL', 'https://canary.example.org/#a'],
  ['CATALOG_URL', 'canary'],
  ['VENDOR', 'Canary'],
  ['VENDOR', 'canary/x'],
  ['DRAWN_COVERS', 'canary'],
  ['POOL_SIZE', '1'],
  ['POOL_SIZE', '501'],
  ['LOG_LEVEL', 'canary'],
  ['REQUEST_TIMEOUT_SECONDS', '0'],
  ['REQUEST_TIMEOUT_SECONDS', '601'],
  ['REQUEST_TIMEOUT_SECONDS', '1.5'],
  ['ROLE', 'canary'],
  ['OPERATOR_TOKEN', 'canary-too-short'],
  ['OPERATOR_TOKEN', 'canary with spaces, and long enough'],
  ['SANDBOX', 'canary'],
  ['SMTP_URL', 'http://canary.example.org'],
  ['MAIL_FROM', 'canary'],
];

test.each(BAD)('%s cannot be %j; what is said names the setting, and not its value', (name, value) => {
  const said = complaint({ DATABASE_URL, [name]: value });
  expect(said).toMatch(new RegExp(`^ {2}${name} must `, 'm'));
  for (const secret of ['canary', 'Canary']) expect(said).not.toContain(secret);
});

test('all that is wrong is named at once', () => {
  const said = complaint({ PORT: 'x', POOL_SIZE: '0', ROLE: 'y', LOG_LEVEL: 'info' });
  expect(said.match(/^ {2}\w+/gm)).toEqual(['  PORT', '  POOL_SIZE', '  ROLE']);
});

test('nothing needs to be set', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    databaseUrl: undefined,
    publicUrl: 'http://localhost:8080',
    catalogUrl: 'http://localhost:8080',
    vendor: 'holdfast',
    role: 'all',
    operatorToken: undefined,
    sandbox: true,
    smtpUrl: undefined,
    mailFrom: 'holds@localhost',
  });
});

test('a service with a database of its own listens to all, and nobody moves its clock', () => {
  expect(readConfig({ DATABASE_URL })).toMatchObject({ host: '0.0.0.0', sandbox: false });
});

test('an empty setting is as good as none', () => {
  const names = [
    'PORT',
    'HOST',
    'DATABASE_URL',
    'PUBLIC_URL',
    'ROLE',
    'OPERATOR_TOKEN',
    'SANDBOX',
    'DRAWN_COVERS',
    'SMTP_URL',
  ];
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}));
});

test('the bases of the addresses lose the slash they end with, and the catalog follows the service', () => {
  const { publicUrl, catalogUrl } = readConfig({ PUBLIC_URL: 'https://holds.example.org/api//' });
  expect([publicUrl, catalogUrl]).toEqual(Array(2).fill('https://holds.example.org/api'));
});

describe('a secret in a file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-settings-'));
    await writeFile(join(folder, 'url'), `${DATABASE_URL}\n`);
    await writeFile(join(folder, 'token'), 'canary');
    await writeFile(join(folder, 'empty'), '\n');
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('is read, without the line end', () => {
    expect(readConfig({ DATABASE_URL_FILE: join(folder, 'url') }).databaseUrl).toBe(DATABASE_URL);
  });

  test('must be as good as any other', () => {
    expect(complaint({ OPERATOR_TOKEN_FILE: join(folder, 'token') })).toContain('OPERATOR_TOKEN must have');
    expect(complaint({ OPERATOR_TOKEN_FILE: join(folder, 'empty') })).toContain('OPERATOR_TOKEN must have');
    expect(complaint({ DATABASE_URL_FILE: join(folder, 'empty') })).toContain('DATABASE_URL must');
    expect(complaint({ OPERATOR_TOKEN_FILE: join(folder, 'token') })).not.toContain('canary');
  });

  test('must be there', () => {
    const said = complaint({ DATABASE_URL_FILE: join(folder, 'canary') });
    expect(said).toContain('DATABASE_URL_FILE names a file that cannot be read');
    expect(said).not.toContain('canary');
  });

  test('is not given in two places', () => {
    const said = complaint({ DATABASE_URL, DATABASE_URL_FILE: join(folder, 'url') });
    expect(said).toContain('DATABASE_URL and DATABASE_URL_FILE are both set');
    expect(said).not.toContain('canary');
  });
});

describe('the program', () => {
  test.each([
    ['a bad setting', { DATABASE_URL, POOL_SIZE: 'canary' }, 'POOL_SIZE'],
    ['a database address that is none', { DATABASE_URL: 'postgres://a:canary@b:port/c' }, 'DATABASE_URL'],
    [
      'a database that is not there',
      { DATABASE_URL: 'postgres://a:canary@127.0.0.1:1/c' },
      'database cannot be reached',
    ],
  ])('with %s ends soon and says why, but no secret', async (_, settings, reason) => {
    const { code, said, seconds } = await run(['serve'], { ...settings, PORT: '0' });
    expect(code).toBe(1);
    expect(said).toContain(reason);
    expect(said).not.toMatch(/canary|s3cret/);
    // On a machine that runs other tests as well, merely to load the program may take ten seconds, and now more, now less.
    const { seconds: loading } = await run(['--help']);
    expect(seconds).toBeLessThan(15 + 3 * loading);
  });

  async function run(
    words: string[],
    settings: Readonly<Record<string, string>> = {},
  ): Promise<{ code: number; said: string; seconds: number }> {
    const begun = Date.now();
    const child = runHoldfast(words, settings);
    const output = collectOutput(child);
    const [code] = (await once(child, 'close')) as [number];
    return { code, said: output(), seconds: (Date.now() - begun) / 1000 };
  }
});
