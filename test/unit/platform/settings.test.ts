import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readConfig, readSettings } from '../../../src/platform/settings/config.js';

const DATABASE_URL = 'postgres://holdfast:s3cret-canary@localhost/holdfast';

/** The error message for invalid settings. */
function settingsError(environment: Readonly<Record<string, string>>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('The settings were accepted.');
}

const INVALID: Readonly<Record<string, readonly string[]>> = {
  PORT: ['65536', '-1', '080', '8080 ', 'canary'],
  DATABASE_URL: [
    'mysql://canary@localhost/x',
    'canary',
    'postgres://holdfast:canary@localhost:port/holdfast',
  ],
  MIGRATION_DATABASE_URL: ['mysql://canary@localhost/x'],
  JOBS_DATABASE_URL: ['postgres://holdfast:canary@localhost:port/holdfast'],
  PUBLIC_URL: [
    'canary.example.org',
    'ftp://canary.example.org',
    'https://canary.example.org/?a=b',
    'https://canary.example.org/#a',
  ],
  CATALOG_URL: ['canary'],
  VENDOR: ['Canary', 'canary/x'],
  DRAWN_COVERS: ['canary'],
  SHELF: ['canary'],
  POOL_SIZE: ['1', '501'],
  LOG_LEVEL: ['canary'],
  ROLE: ['canary'],
  OPERATOR_TOKEN: ['canary-too-short', 'canary with spaces, and long enough'],
  SANDBOX: ['canary'],
  SMTP_URL: ['http://canary.example.org'],
  MAIL_FROM: ['canary'],
  MAIL_BOUNCES_TO: ['canary'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['canary', 'http://user:canary@127.0.0.1:4318'],
  OTEL_TRACES_SAMPLER_ARG: ['1.5', 'canary'],
  METRICS_PORT: ['65536'],
  NODE_ENV: ['prod', 'Production', 'canary'],
  MAX_CONNECTIONS: ['0'],
  SHUTDOWN_DELAY_SECONDS: ['-1'],
};

test.each(Object.entries(INVALID).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
  '%s cannot be %j, and the error names the setting but not its value',
  (name, value) => {
    const message = settingsError({ DATABASE_URL, [name]: value });
    expect(message).toMatch(new RegExp(`^ {2}${name} must `, 'm'));
    for (const secret of ['canary', 'Canary']) expect(message).not.toContain(secret);
  },
);

test('one error names all invalid settings', () => {
  const message = settingsError({ PORT: 'x', POOL_SIZE: '0', ROLE: 'y', LOG_LEVEL: 'info' });
  expect(message.match(/^ {2}\w+/gm)).toEqual(['  PORT', '  POOL_SIZE', '  ROLE']);
});

test('every setting has a default', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    databaseUrl: undefined,
    publicUrl: 'http://localhost:8080',
    catalogUrl: 'http://localhost:8080',
    vendor: 'holdfast',
    role: 'all',
    operatorTokens: [],
    sandbox: true,
    smtpUrl: undefined,
    mailFrom: 'holds@localhost',
  });
});

test('with DATABASE_URL the service listens on all interfaces, and is no sandbox', () => {
  expect(readConfig({ DATABASE_URL })).toMatchObject({ host: '0.0.0.0', sandbox: false });
});

test.each(['MIGRATION_DATABASE_URL', 'JOBS_DATABASE_URL'])('%s needs DATABASE_URL', (name) => {
  expect(settingsError({ [name]: DATABASE_URL })).toMatch(
    new RegExp(`^ {2}DATABASE_URL is missing: ${name} is another address of the same database$`, 'm'),
  );
});

test('an empty setting counts as absent', () => {
  for (const name of [
    ...['PORT', 'HOST', 'DATABASE_URL', 'PUBLIC_URL', 'ROLE', 'OPERATOR_TOKEN', 'SANDBOX'],
    ...['DRAWN_COVERS', 'SHELF', 'SMTP_URL'],
  ])
    expect(readConfig({ [name]: '' })).toEqual(readConfig({}));
});

test('PUBLIC_URL loses its trailing slashes, and is the default of CATALOG_URL', () => {
  const { publicUrl, catalogUrl } = readConfig({ PUBLIC_URL: 'https://holds.example.org/api//' });
  expect([publicUrl, catalogUrl]).toEqual(Array(2).fill('https://holds.example.org/api'));
});

describe('health and metrics are served', () => {
  test('with the embedded database: on PORT', () => {
    expect(readConfig({}).metricsListener).toBeUndefined();
  });

  test('with DATABASE_URL and without METRICS_PORT: for the machine itself, if the port is free', () => {
    const expected = { port: 9464, host: '127.0.0.1', isOptional: true };
    expect(readConfig({ DATABASE_URL }).metricsListener).toEqual(expected);
    expect(readConfig({ DATABASE_URL, HOST: '10.0.0.1', METRICS_PORT: '' }).metricsListener).toEqual(
      expected,
    );
  });

  test('with METRICS_PORT: on that port of HOST', () => {
    for (const settings of [{ DATABASE_URL }, { HOST: '0.0.0.0' }])
      expect(readConfig({ ...settings, METRICS_PORT: '9464' }).metricsListener).toEqual({
        port: 9464,
        host: '0.0.0.0',
        isOptional: false,
      });
  });

  test('with METRICS_PORT the same as PORT: on PORT', () => {
    expect(readConfig({ DATABASE_URL, METRICS_PORT: '8080' }).metricsListener).toBeUndefined();
    expect(readConfig({ DATABASE_URL, PORT: '80', METRICS_PORT: '80' }).metricsListener).toBeUndefined();
  });

  test('with any free port for both: on a port of their own', () => {
    const { metricsListener } = readConfig({ DATABASE_URL, PORT: '0', METRICS_PORT: '0' });
    expect(metricsListener).toEqual({ port: 0, host: '0.0.0.0', isOptional: false });
  });
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

  test('is read without its line end', () => {
    expect(readConfig({ DATABASE_URL_FILE: join(folder, 'url') }).databaseUrl).toBe(DATABASE_URL);
  });

  test('is validated like any other', () => {
    expect(settingsError({ OPERATOR_TOKEN_FILE: join(folder, 'token') })).toContain(
      'OPERATOR_TOKEN must have',
    );
    expect(settingsError({ OPERATOR_TOKEN_FILE: join(folder, 'empty') })).toContain(
      'OPERATOR_TOKEN must have',
    );
    expect(settingsError({ DATABASE_URL_FILE: join(folder, 'empty') })).toContain('DATABASE_URL must');
    expect(settingsError({ OPERATOR_TOKEN_FILE: join(folder, 'token') })).not.toContain('canary');
  });

  test('must be readable', () => {
    const message = settingsError({ DATABASE_URL_FILE: join(folder, 'canary') });
    expect(message).toContain('DATABASE_URL_FILE names a file that cannot be read');
    expect(message).not.toContain('canary');
  });

  test('cannot also be set directly', () => {
    const message = settingsError({ DATABASE_URL, DATABASE_URL_FILE: join(folder, 'url') });
    expect(message).toContain('DATABASE_URL and DATABASE_URL_FILE are both set');
    expect(message).not.toContain('canary');
  });
});

describe('a file of settings', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-settings-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function fileOf(...lines: readonly string[]): Promise<string> {
    await writeFile(join(folder, 'settings'), lines.join('\n'));
    return join(folder, 'settings');
  }

  test('has lines as in .env, which the environment overrides, and may name further files', async () => {
    await writeFile(join(folder, 'url'), `${DATABASE_URL}\n`);
    const SETTINGS_FILE = await fileOf(
      '# comment',
      'POOL_SIZE=7 # pool',
      "VENDOR='town'",
      'LOG_LEVEL=warn',
      'PORT=',
      `DATABASE_URL_FILE=${join(folder, 'url')}`,
    );
    const expected = {
      poolSize: 7,
      vendor: 'town',
      logLevel: 'debug',
      port: 8080,
      databaseUrl: DATABASE_URL,
    };
    expect(readConfig({ SETTINGS_FILE, LOG_LEVEL: 'debug' })).toMatchObject(expected);
  });

  test('is validated like the environment, and refuses what is no setting', async () => {
    const SETTINGS_FILE = await fileOf('POOL_SIZE=canary', 'PORT=1');
    expect(settingsError({ SETTINGS_FILE })).toMatch(/^ {2}POOL_SIZE must /m);
    await fileOf('POOL_SIZES=canary', 'LOG_LEVELS_FILE=canary', 'NODE_OPTIONS=canary');
    const message = settingsError({ SETTINGS_FILE });
    for (const name of ['POOL_SIZES', 'LOG_LEVELS_FILE', 'NODE_OPTIONS'])
      expect(message).toContain(`SETTINGS_FILE has ${name}, which is not a setting`);
    expect(message).not.toContain('canary');
  });

  test('may still have settings that have gone, as the environment may: they are named', async () => {
    const SETTINGS_FILE = await fileOf('TOKEN_SECONDS=60', 'UPLOADS_DIR=', 'POOL_SIZE=7');
    const { former, config } = readSettings(
      {},
      { SETTINGS_FILE, MAIL_CONCURRENCY: '9', OTEL_SDK_DISABLED: '' },
    );
    expect([former, config.poolSize]).toEqual([['MAIL_CONCURRENCY', 'TOKEN_SECONDS'], 7]);
    expect(readSettings({}, {}).former).toEqual([]);
  });

  test('must be readable', () => {
    const message = settingsError({ SETTINGS_FILE: join(folder, 'canary') });
    expect(message).toContain('SETTINGS_FILE names a file that cannot be read');
    expect(message).not.toContain('canary');
  });
});

describe('the operator’s token', () => {
  const [first, second, third] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [
    string,
    string,
    string,
  ];

  test.each([
    [first, [first]],
    [`${second}\n${first}\n`, [second, first]],
    [` ${first}  ${second}`, [first, second]],
  ])('may be one, or two with white space between: %j', (OPERATOR_TOKEN, tokens) => {
    expect(readConfig({ OPERATOR_TOKEN }).operatorTokens).toEqual(tokens);
  });

  test.each([
    ['three tokens', `${first} ${second} ${third}`, 'two different ones'],
    ['one token twice', `${first} ${first}`, 'two different ones'],
    ['a second one that is short', `${first} bbb`, 'at least 32 characters'],
    ['nothing but a space', ' ', 'at least 32 characters'],
  ])('cannot be %s', (_, OPERATOR_TOKEN, reason) => {
    const message = settingsError({ OPERATOR_TOKEN });
    expect(message).toMatch(new RegExp(`^ {2}OPERATOR_TOKEN must .*${reason}`, 'm'));
    for (const secret of [first, 'bbb']) expect(message).not.toContain(secret);
  });
});
