import { readConfig } from '../../../../../src/platform/settings/config.js';
import { expectRefusal } from '../../../../support/answers.js';
import { runHoldfast } from '../../../support/processes.js';
import {
  IdentityProvider,
  newKey,
  type SigningKey,
  signToken,
} from '../../../../support/access/providers/identity-provider.js';
import { SignInLibraries } from '../../../../support/access/sign-in/sign-in-libraries.js';

const ALL = {
  JWT_ISSUER: 'https://id.example.org',
  JWT_AUDIENCE: 'holdfast',
  JWT_JWKS_URL: 'https://id.example.org/keys',
};
const NAMES = ['JWT_ISSUER', 'JWT_AUDIENCE', 'JWT_JWKS_URL'] as const;

/** The error message for these settings; empty if they are valid. */
function settingsError(settings: Record<string, string>): string {
  try {
    readConfig(settings);
    return '';
  } catch (error) {
    return String(error);
  }
}

function only(...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(ALL).filter(([name]) => names.includes(name)));
}

describe('the settings of an identity provider', () => {
  test('are optional, but only all together', () => {
    expect([settingsError(ALL), settingsError({})]).toEqual(['', '']);
    expect(readConfig(ALL).identityProvider).toEqual({
      issuer: 'https://id.example.org',
      audience: 'holdfast',
      jwksUrl: 'https://id.example.org/keys',
      patronClaim: 'patron_id',
    });
    expect(readConfig({}).identityProvider).toBeUndefined();
  });

  test.each([
    [['JWT_ISSUER'], ['JWT_AUDIENCE', 'JWT_JWKS_URL']],
    [['JWT_AUDIENCE'], ['JWT_ISSUER', 'JWT_JWKS_URL']],
    [['JWT_JWKS_URL'], ['JWT_ISSUER', 'JWT_AUDIENCE']],
    [['JWT_ISSUER', 'JWT_AUDIENCE'], ['JWT_JWKS_URL']],
    [['JWT_ISSUER', 'JWT_JWKS_URL'], ['JWT_AUDIENCE']],
    [['JWT_AUDIENCE', 'JWT_JWKS_URL'], ['JWT_ISSUER']],
  ])('with only %j are refused, and the error names %j', (given, missing) => {
    const message = settingsError(only(...given));
    expect(NAMES.filter((name) => message.includes(`${name} is missing`)).sort()).toEqual(
      [...missing].sort(),
    );
  });

  test('have a type of two, and one scope', () => {
    expect(settingsError({ ...ALL, JWT_TOKEN_TYPE: 'id+jwt' })).toContain(
      'JWT_TOKEN_TYPE must be one of at+jwt, JWT',
    );
    expect(settingsError({ ...ALL, JWT_SCOPE: 'holds loans' })).toContain('JWT_SCOPE must be one scope');
    expect(settingsError({ JWT_SCOPE: 'holds' })).toContain('JWT_ISSUER is missing');
  });

  test('with only a claim are refused, and the error names all three', () => {
    const message = settingsError({ JWT_PATRON_CLAIM: 'sub' });
    for (const name of NAMES) expect(message).toContain(`${name} is missing`);
  });

  test('that are empty count as absent', () => {
    expect(settingsError({ JWT_ISSUER: '', JWT_AUDIENCE: '', JWT_JWKS_URL: '', JWT_PATRON_CLAIM: '' })).toBe(
      '',
    );
    expect(settingsError({ ...ALL, JWT_AUDIENCE: '' })).toContain('JWT_AUDIENCE is missing');
  });

  test.each([
    'id.example.org/keys',
    'ftp://id.example.org',
    'file:///keys',
    'https://:80',
    'https://a.b/keys#1',
    'https://user:word@a.b/keys',
  ])('with keys at %s are refused, and the error does not repeat the URL', (JWT_JWKS_URL) => {
    const message = settingsError({ ...ALL, JWT_JWKS_URL });
    expect(message).toContain('JWT_JWKS_URL must be an http:// or https:// address');
    expect(message).not.toContain(JWT_JWKS_URL);
  });

  test.each(['https://id.example.org/keys?p=sign_in', 'http://localhost:9000/realms/x/certs/'])(
    'accept keys at %s and leave the URL unchanged',
    (JWT_JWKS_URL) => {
      expect(readConfig({ ...ALL, JWT_JWKS_URL }).identityProvider?.jwksUrl).toBe(JWT_JWKS_URL);
    },
  );

  test('that are incomplete prevent the start, and the error names what is missing', async () => {
    const { code, out, err } = await runHoldfast(['serve'], {
      ...only('JWT_ISSUER'),
      DATABASE_URL: 'postgres://localhost:1/nowhere',
    });
    expect([code, err]).toEqual([1, '']);
    for (const name of ['JWT_AUDIENCE', 'JWT_JWKS_URL']) expect(out).toContain(`${name} is missing`);
    expect(out).not.toContain(ALL.JWT_ISSUER);
  });
});

describe('the patron’s number', () => {
  let key: SigningKey;
  let provider: IdentityProvider;
  beforeAll(async () => {
    key = await newKey('ES256');
    provider = await IdentityProvider.open(key);
  });
  afterAll(() => provider.close());

  test.each(['sub', 'https://library.example.org/patron', 'constructor'])(
    'may be in the claim %s',
    async (claim) => {
      const libraries = await SignInLibraries.open({ ...provider.settings, JWT_PATRON_CLAIM: claim });
      try {
        const { patronId } = await libraries.addCardholder();
        const answer = await libraries.profile(await signToken(key, { [claim]: String(patronId) }));
        expect([answer.status, answer.body.patronId]).toEqual([200, patronId]);
        expectRefusal(await libraries.profile(await signToken(key, { patron_id: patronId })), 'Unauthorized');
      } finally {
        await libraries.close();
      }
    },
  );

  test('is ignored where no provider is configured: the token counts as unknown', async () => {
    const libraries = await SignInLibraries.open();
    const { keyRequests } = provider;
    try {
      const { patronId } = await libraries.addCardholder();
      expectRefusal(await libraries.profile(await signToken(key, { patron_id: patronId })), 'Unauthorized');
      const revocation = await libraries.discovery.revoke(await signToken(key, { patron_id: patronId }));
      expect([revocation.status, revocation.text]).toEqual([200, '']);
      expect(provider.keyRequests).toBe(keyRequests);
    } finally {
      await libraries.close();
    }
  });
});

describe('a provider with a type of tokens and a scope', () => {
  let key: SigningKey;
  let provider: IdentityProvider;
  let libraries: SignInLibraries;
  beforeAll(async () => {
    key = await newKey('ES256');
    provider = await IdentityProvider.open(key);
    const settings = { JWT_TOKEN_TYPE: 'at+jwt', JWT_SCOPE: 'holds' };
    libraries = await SignInLibraries.open({ ...provider.settings, ...settings });
  });
  afterAll(async () => {
    await libraries.close();
    provider.close();
  });

  test.each<[number, string | undefined, object]>([
    [200, 'at+jwt', { scope: 'openid holds' }],
    [200, 'application/at+JWT', { scp: ['holds'] }],
    [401, 'JWT', { scope: 'holds' }],
    [401, undefined, { scope: 'holds' }],
    [401, 'at+jwt', { scope: 'openid holdsome' }],
    [401, 'at+jwt', {}],
  ])('answers %i to the type %j with the claims %j', async (status, typ, claims) => {
    const { patronId } = await libraries.addCardholder();
    const token = await signToken(key, { patron_id: patronId, ...claims }, { typ });
    expect((await libraries.profile(token)).status).toBe(status);
  });
});
