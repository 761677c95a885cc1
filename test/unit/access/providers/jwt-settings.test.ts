import { readConfig } from '../../../../src/platform/settings/config.js';

const NAMES = ['JWT_ISSUER', 'JWT_AUDIENCE', 'JWT_JWKS_URL'] as const;
const ALL = {
  JWT_ISSUER: 'https://id.example.org',
  JWT_AUDIENCE: 'holdfast',
  JWT_JWKS_URL: 'https://id.example.org/keys',
};

/** The error message for these settings; empty if they are valid. */
function settingsError(settings: Readonly<Record<string, string>>): string {
  try {
    readConfig(settings);
    return '';
  } catch (error) {
    return String(error);
  }
}

test('the settings of an identity provider are optional', () => {
  expect(readConfig(ALL).identityProvider).toEqual({
    issuer: 'https://id.example.org',
    audience: 'holdfast',
    jwksUrl: 'https://id.example.org/keys',
    patronClaim: { name: 'patron_id', is: 'patronId' },
    libraryClaim: null,
  });
  expect(readConfig({}).identityProvider).toBeUndefined();
  const empty = { JWT_ISSUER: '', JWT_AUDIENCE: '', JWT_JWKS_URL: '', JWT_PATRON_CLAIM: '' };
  expect(readConfig(empty).identityProvider).toBeUndefined();
});

test.each<[Readonly<Record<string, string>>, readonly string[]]>([
  [{ JWT_ISSUER: 'x' }, ['JWT_AUDIENCE', 'JWT_JWKS_URL']],
  [{ JWT_AUDIENCE: 'x' }, ['JWT_ISSUER', 'JWT_JWKS_URL']],
  [{ JWT_JWKS_URL: ALL.JWT_JWKS_URL }, ['JWT_ISSUER', 'JWT_AUDIENCE']],
  [{ ...ALL, JWT_JWKS_URL: '' }, ['JWT_JWKS_URL']],
  [{ ...ALL, JWT_AUDIENCE: '' }, ['JWT_AUDIENCE']],
  [{ ...ALL, JWT_ISSUER: '' }, ['JWT_ISSUER']],
  [{ JWT_PATRON_CLAIM: 'sub' }, NAMES],
  [{ JWT_SCOPE: 'holds' }, NAMES],
])(
  'the settings of an identity provider with only %j are refused, and the error names %j',
  (given, missing) => {
    const message = settingsError(given);
    expect(NAMES.filter((name) => message.includes(`${name} is missing`))).toEqual(missing);
  },
);

test('the settings of an identity provider have a type of two, and one scope', () => {
  const ofType = settingsError({ ...ALL, JWT_TOKEN_TYPE: 'id+jwt' });
  expect(ofType).toContain('JWT_TOKEN_TYPE must be one of at+jwt, JWT');
  expect(settingsError({ ...ALL, JWT_SCOPE: 'holds loans' })).toContain('JWT_SCOPE must be one scope');
});

test.each([
  'id.example.org/keys',
  'ftp://id.example.org',
  'file:///keys',
  'https://:80',
  'https://a.b/keys#1',
  'https://user:word@a.b/keys',
])(
  'the settings of an identity provider with keys at %s are refused, and the error does not repeat the URL',
  (JWT_JWKS_URL) => {
    const message = settingsError({ ...ALL, JWT_JWKS_URL });
    expect(message).toContain('JWT_JWKS_URL must be an http:// or https:// address');
    expect(message).not.toContain(JWT_JWKS_URL);
  },
);

test.each(['https://id.example.org/keys?p=sign_in', 'http://localhost:9000/realms/x/certs/'])(
  'the settings of an identity provider accept keys at %s and leave the URL unchanged',
  (JWT_JWKS_URL) => {
    expect(readConfig({ ...ALL, JWT_JWKS_URL }).identityProvider?.jwksUrl).toBe(JWT_JWKS_URL);
  },
);
