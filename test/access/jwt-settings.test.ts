import { once } from 'node:events';
import { readConfig } from '../../src/platform/config.js';
import { expectRefusal } from '../support/answers.js';
import { collectOutput, runHoldfast } from '../support/processes.js';
import { IdentityProvider, newKey, signed, type SigningKey } from './identity-provider.js';
import { Town } from './town.js';

const ALL = {
  JWT_ISSUER: 'https://id.example.org',
  JWT_AUDIENCE: 'holdfast',
  JWT_JWKS_URL: 'https://id.example.org/keys',
};
const NAMES = ['JWT_ISSUER', 'JWT_AUDIENCE', 'JWT_JWKS_URL'] as const;

/** What the service says when it is started with these settings; nothing when it would start. */
function complaint(settings: Record<string, string>): string {
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
  test('may be there all three, or none', () => {
    expect([complaint(ALL), complaint({})]).toEqual(['', '']);
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
  ])('with only %j are refused, naming %j', (given, missing) => {
    const said = complaint(only(...given));
    expect(NAMES.filter((name) => said.includes(`${name} is missing`)).sort()).toEqual([...missing].sort());
  });

  test('with nothing but a claim are refused, naming all three', () => {
    const said = complaint({ JWT_PATRON_CLAIM: 'sub' });
    for (const name of NAMES) expect(said).toContain(`${name} is missing`);
  });

  test('that are empty count as absent', () => {
    expect(complaint({ JWT_ISSUER: '', JWT_AUDIENCE: '', JWT_JWKS_URL: '', JWT_PATRON_CLAIM: '' })).toBe('');
    expect(complaint({ ...ALL, JWT_AUDIENCE: '' })).toContain('JWT_AUDIENCE is missing');
  });

  test.each([
    'id.example.org/keys',
    'ftp://id.example.org',
    'file:///keys',
    'https://:80',
    'https://a.b/keys#1',
    'https://user:word@a.b/keys',
  ])('with keys at %s are refused, and the address is not repeated', (JWT_JWKS_URL) => {
    const said = complaint({ ...ALL, JWT_JWKS_URL });
    expect(said).toContain('JWT_JWKS_URL must be an http:// or https:// address');
    expect(said).not.toContain(JWT_JWKS_URL);
  });

  test.each(['https://id.example.org/keys?p=sign_in', 'http://localhost:9000/realms/x/certs/'])(
    'may name keys at %s, which is left as it is',
    (JWT_JWKS_URL) => {
      expect(readConfig({ ...ALL, JWT_JWKS_URL }).identityProvider?.jwksUrl).toBe(JWT_JWKS_URL);
    },
  );

  test('that do not go together end the start, which names what is missing', async () => {
    const process = runHoldfast(['serve'], {
      ...only('JWT_ISSUER'),
      DATABASE_URL: 'postgres://localhost:1/nowhere',
    });
    const output = collectOutput(process);
    const [code] = (await once(process, 'close')) as [number];
    expect(code).toBe(1);
    for (const name of ['JWT_AUDIENCE', 'JWT_JWKS_URL']) expect(output()).toContain(`${name} is missing`);
    expect(output()).not.toContain(ALL.JWT_ISSUER);
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
    'may stand in the claim %s',
    async (claim) => {
      const town = await Town.open({ ...provider.settings, JWT_PATRON_CLAIM: claim });
      try {
        const { patronId } = await town.cardholder();
        const answer = await town.profile(await signed(key, { [claim]: String(patronId) }));
        expect([answer.status, answer.body.patronId]).toEqual([200, patronId]);
        expectRefusal(await town.profile(await signed(key, { patron_id: patronId })), 'Unauthorized');
      } finally {
        await town.close();
      }
    },
  );

  test('counts for nothing where no provider is set: the token is an unknown one', async () => {
    const town = await Town.open();
    const { asked } = provider;
    try {
      const { patronId } = await town.cardholder();
      expectRefusal(await town.profile(await signed(key, { patron_id: patronId })), 'Unauthorized');
      const revoked = await town.discovery.revoke(await signed(key, { patron_id: patronId }));
      expect([revoked.status, revoked.text]).toEqual([200, '']);
      expect(provider.asked).toBe(asked);
    } finally {
      await town.close();
    }
  });
});
