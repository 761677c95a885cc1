import { type Config, ConfigError, readConfig, readSettings } from '../../../src/platform/settings/config.js';
import { LiveSettings } from '../../../src/platform/settings/live-settings.js';
import { SettingsReload } from '../../../src/platform/settings/settings-reload.js';

const [FIRST, SECOND] = ['a', 'b'].map((letter) => letter.repeat(32)) as [string, string];
const STARTED = {
  DATABASE_URL: 'postgres://localhost/holdfast',
  OPERATOR_TOKEN: FIRST,
  JWT_ISSUER: 'https://id.example.org',
  JWT_AUDIENCE: 'holdfast',
  JWT_JWKS_URL: 'https://id.example.org/keys',
};

/** The settings of a process that was started with STARTED, and in which `changes` were read again. */
function reloaded(changes: Readonly<Record<string, string>>): {
  readonly applied: readonly string[];
  readonly needRestart: readonly string[];
  readonly current: Partial<Config>;
} {
  const started = readSettings({}, STARTED);
  const live = new LiveSettings(started.config);
  const reload = new SettingsReload(started, live, () => readSettings({}, { ...STARTED, ...changes }));
  return { ...reload.run(), current: live.current };
}

test.each([
  ['LOG_LEVEL', 'debug', 'logLevel'],
  ['OPERATOR_TOKEN', `${SECOND}\n${FIRST}`, 'operatorTokens'],
  ['JWT_ISSUER', 'https://new.example.org', 'identityProvider'],
  ['JWT_AUDIENCE', 'new', 'identityProvider'],
  ['JWT_JWKS_URL', 'https://new.example.org/keys', 'identityProvider'],
  ['JWT_PATRON_CLAIM', 'sub', 'identityProvider'],
  ['JWT_TOKEN_TYPE', 'at+jwt', 'identityProvider'],
  ['JWT_SCOPE', 'holds', 'identityProvider'],
  ['REQUESTS_PER_PATRON', '1', 'requestsPerMinute'],
  ['REQUESTS_PER_CLIENT', '2', 'requestsPerMinute'],
  ['REQUESTS_PER_ADDRESS', '3', 'requestsPerMinute'],
  ['WRONG_PINS_PER_CLIENT', '4', 'wrongPins'],
  ['WRONG_PINS_PER_ADDRESS', '5', 'wrongPins'],
  ['TRUSTED_PROXIES', '10.0.0.0/8', 'trustedProxies'],
  ['SMTP_URL', 'smtp://mail.example.org', 'smtpUrl'],
  ['MAIL_FROM', 'holds@example.org', 'mailFrom'],
  ['MAIL_BOUNCES_TO', 'bounces@example.org', 'mailBouncesTo'],
] as const)('a running process takes over %s', (name, value, member) => {
  const { applied, needRestart, current } = reloaded({ [name]: value });
  expect([applied, needRestart]).toEqual([[name], []]);
  expect(current[member]).toEqual(readConfig({ ...STARTED, [name]: value })[member]);
  expect(current[member]).not.toEqual(readConfig(STARTED)[member]);
});

test.each(['POOL_SIZE', 'PORT', 'MAX_CONNECTIONS', 'SHUTDOWN_DELAY_SECONDS'])(
  '%s needs a restart, beside settings that do not',
  (name) => {
    const { applied, needRestart, current } = reloaded({ [name]: '20', MAIL_FROM: 'holds@example.org' });
    expect([applied, needRestart]).toEqual([['MAIL_FROM'], [name]]);
    expect(current.mailFrom).toBe('holds@example.org');
  },
);

test('what is removed returns to its default, and an identity provider goes as a whole', () => {
  const { applied, current } = reloaded({ JWT_ISSUER: '', JWT_AUDIENCE: '', JWT_JWKS_URL: '' });
  expect(applied).toEqual(['JWT_AUDIENCE', 'JWT_ISSUER', 'JWT_JWKS_URL']);
  expect(current.identityProvider).toBeUndefined();
});

test('operator endpoints cannot go away, or come', () => {
  const { applied, needRestart, current } = reloaded({ OPERATOR_TOKEN: '' });
  expect([applied, needRestart]).toEqual([[], ['OPERATOR_TOKEN']]);
  expect(current.operatorTokens).toEqual([FIRST]);
});

test('one bad value, or half of an identity provider, keeps everything as it was', () => {
  const started = readSettings({}, STARTED);
  const live = new LiveSettings(started.config);
  const before = live.current;
  let changes: Record<string, string> = {};
  const reload = new SettingsReload(started, live, () => readSettings({}, { ...STARTED, ...changes }));
  for (const bad of [{ MAIL_FROM: 'nobody' }, { POOL_SIZE: '0' }, { JWT_AUDIENCE: '' }]) {
    changes = { LOG_LEVEL: 'debug', ...bad };
    expect(() => reload.run()).toThrow(ConfigError);
    expect(live.current).toBe(before);
  }
  changes = { LOG_LEVEL: 'debug' };
  expect(reload.run().applied).toEqual(['LOG_LEVEL']);
  expect(reload.run().applied).toEqual([]);
});
