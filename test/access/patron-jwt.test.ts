import { createHmac, createPublicKey } from 'node:crypto';
import { CompactEncrypt, type CompactJWSHeaderParameters, CompactSign } from 'jose';
import { newToken } from '../../src/access/tokens.store.js';
import { expectRefusal } from '../support/answers.js';
import { advanceClock, eventually, HOUR } from '../support/clock.js';
import { Chances, SEED } from '../support/random.js';
import {
  assembled,
  AUDIENCE,
  type Claims,
  IdentityProvider,
  inSeconds,
  ISSUER,
  newKey,
  signed,
  type SigningKey,
} from './identity-provider.js';
import { expectOAuthRefusal } from './oauth-answers.js';
import { type Cardholder, Town } from './town.js';

let provider: IdentityProvider;
let rsa: SigningKey;
let ec: SigningKey;
let stranger: SigningKey;
let town: Town;
let holder: Cardholder;
beforeAll(async () => {
  [rsa, ec, stranger] = await Promise.all([newKey('RS256'), newKey('ES256'), newKey('RS256')]);
  provider = await IdentityProvider.open(rsa, ec);
  town = await Town.open(provider.settings);
  holder = await town.cardholder();
});
afterAll(async () => {
  await town.close();
  provider.close();
});

async function expectLetIn(token: string): Promise<void> {
  const answer = await town.profile(token);
  expect([answer.status, answer.body.patronId]).toEqual([200, holder.patronId]);
}

async function expectRefused(token: string): Promise<void> {
  const answer = await town.profile(token);
  expectRefusal(answer, 'Unauthorized', 'unknown, expired or revoked');
  expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="holdfast", error="invalid_token"');
}

function patronClaim(): Claims {
  return { patron_id: holder.patronId };
}

/** The claims of a good token, for tokens that are put together by hand. */
function goodClaims(): Claims {
  return { iss: ISSUER, aud: AUDIENCE, exp: inSeconds(600), ...patronClaim() };
}

/** Any text with a good signature: what a provider gone wrong, or a more capable one, might sign. */
function signedText(text: string, header: Partial<CompactJWSHeaderParameters>): Promise<string> {
  const crit = Object.fromEntries((header.crit ?? []).map((name) => [name, true]));
  return new CompactSign(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: rsa.alg, kid: rsa.jwk.kid ?? '', ...header })
    .sign(rsa.privateKey, { crit });
}

describe('a token of the identity provider lets the patron in', () => {
  test('signed with RS256', async () => expectLetIn(await signed(rsa, patronClaim())));
  test('signed with ES256', async () => expectLetIn(await signed(ec, patronClaim())));

  test.each([
    ['with the patron’s number as text', (): Claims => ({ patron_id: String(holder.patronId) })],
    ['for several audiences', () => ({ ...patronClaim(), aud: ['https://other.example.org', AUDIENCE] })],
    ['with claims of its own', () => ({ ...patronClaim(), sub: 'reader', scope: 'holds', roles: ['a'] })],
  ])('%s', async (_, claims) => expectLetIn(await signed(rsa, claims())));

  // A busy machine may come with it too late: then it comes with a new one.
  test.each<[string, () => Claims]>([
    ['with an end that has just passed', () => ({ ...patronClaim(), exp: inSeconds(-2) })],
    ['with a beginning that is just to come', () => ({ ...patronClaim(), nbf: inSeconds(2) })],
  ])('%s', (_, claims) => eventually(async () => expectLetIn(await signed(rsa, claims()))));

  test.each(['JWT', 'jwt', 'at+jwt', 'AT+JWT', 'application/at+jwt', 'application/jwt', undefined])(
    'of the type %s',
    async (typ) => expectLetIn(await signed(rsa, patronClaim(), { typ })),
  );

  test('that does not say which key signed it, where only one can have', async () =>
    expectLetIn(await signed(ec, patronClaim(), { kid: undefined })));

  test('however far the service’s clock was moved: the provider’s clock did not move along', async () => {
    await advanceClock(town.service, 3 * 24 * 3600);
    await expectLetIn(await signed(rsa, patronClaim()));
  });

  test('beside the opaque tokens of the service, which still do', async () => {
    await expectLetIn(await town.discovery.tokenOf(holder));
    await expectLetIn(await signed(rsa, patronClaim()));
    await expectRefused(newToken());
  });

  test('beside opaque tokens that have two dots, too', async () => {
    const token = 'issued.by.the-library';
    await town.service.import({ record: 'token', token, patronId: holder.patronId });
    await expectLetIn(token);
  });
});

describe('a token is refused', () => {
  test.each<[string, Claims]>([
    ['of another issuer', { iss: 'https://id.example.org/other' }],
    ['of an issuer with a slash more', { iss: `${ISSUER}/` }],
    ['of several issuers', { iss: [ISSUER] }],
    ['without an issuer', { iss: undefined }],
    ['for another audience', { aud: 'https://other.example.org' }],
    ['for other audiences', { aud: ['https://other.example.org', `${AUDIENCE}/x`] }],
    ['for nobody', { aud: [] }],
    ['without an audience', { aud: undefined }],
    ['that has expired', { exp: inSeconds(-60) }],
    ['that expired long ago', { exp: 1 }],
    ['without an end', { exp: undefined }],
    ['with an end in words', { exp: 'never' }],
    ['with an end as text', { exp: String(inSeconds(600)) }],
    ['with no end to speak of', { exp: null }],
    ['that is not valid yet', { nbf: inSeconds(HOUR) }],
    ['with a beginning in words', { nbf: 'now' }],
  ])('%s', async (_, claims) => expectRefused(await signed(rsa, { ...patronClaim(), ...claims })));

  test.each(['ID', 'logout+jwt', 'dpop+jwt', 'secevent+jwt', 'JOSE', 'at+jwt;x', ''])(
    'of the type %j',
    async (typ) => expectRefused(await signed(rsa, patronClaim(), { typ })),
  );

  test.each<[string, Claims]>([
    ['without the claim that names the patron', {}],
    ['that names nobody', { patron_id: null }],
    ['that names a patron who is not there', { patron_id: 987_654 }],
    ['that names the patron by another claim', { patronId: 1001, sub: '1001' }],
    ['with the number 0', { patron_id: 0 }],
    ['with a negative number', { patron_id: -1001 }],
    ['with a fraction', { patron_id: 1001.5 }],
    ['with a number too large', { patron_id: 2 ** 31 }],
    ['with a number far too large', { patron_id: 1e300 }],
    ['with zeros in front', { patron_id: '01001' }],
    ['with a space', { patron_id: ' 1001' }],
    ['with a sign', { patron_id: '+1001' }],
    ['with other digits', { patron_id: '１００１' }],
    ['with an exponent', { patron_id: '1e3' }],
    ['with no number', { patron_id: '' }],
    ['with a word', { patron_id: 'me' }],
    ['with a list', { patron_id: [1001] }],
    ['with an object', { patron_id: { id: 1001 } }],
    ['with true', { patron_id: true }],
  ])('%s', async (_, claims) => expectRefused(await signed(rsa, claims)));

  test('of a patron who was deleted', async () => {
    const gone = await town.cardholder();
    const token = await signed(rsa, { patron_id: gone.patronId });
    expect((await town.profile(token)).status).toBe(200);
    const { websiteId, patronId } = gone;
    await town.service.import({ record: 'patron', websiteId, patronId, delete: true });
    await expectRefused(token);
  });

  test('signed with a key that the provider does not have', async () => {
    await expectRefused(await signed(stranger, patronClaim()));
    await expectRefused(await signed(stranger, patronClaim(), { kid: undefined }));
  });

  test('signed with another key under a known name', async () =>
    expectRefused(await signed(stranger, patronClaim(), { kid: rsa.jwk.kid })));

  test.each(['none', 'None', 'NONE', 'nOnE', ''])('with the algorithm %j', async (alg) => {
    const { kid } = rsa.jwk;
    for (const header of [{ alg }, { alg, typ: 'JWT' }, { alg, kid }])
      for (const signature of ['', 'AAAA']) await expectRefused(assembled(header, goodClaims(), signature));
  });

  test('without an algorithm', () => expectRefused(assembled({ typ: 'JWT' }, goodClaims())));

  test.each(['HS256', 'HS384', 'HS512'])('signed by %s with the public key as the secret', async (alg) => {
    const publicKey = createPublicKey({ key: rsa.jwk, format: 'jwk' });
    const secrets = [
      publicKey.export({ type: 'spki', format: 'pem' }),
      publicKey.export({ type: 'spki', format: 'pem' }).toString().trim(),
      publicKey.export({ type: 'spki', format: 'der' }),
      JSON.stringify(rsa.jwk),
      Buffer.from(rsa.jwk.n ?? '', 'base64url'),
      '',
    ];
    for (const secret of secrets) {
      const unsigned = assembled({ alg, typ: 'JWT', kid: rsa.jwk.kid }, goodClaims());
      const mac = createHmac(`sha${alg.slice(2)}`, secret).update(unsigned.slice(0, -1));
      await expectRefused(`${unsigned}${mac.digest('base64url')}`);
    }
  });

  test('signed by one algorithm and called another', async () => {
    const [header, payload, signature] = (await signed(rsa, patronClaim())).split('.');
    for (const alg of ['RS384', 'PS256', 'ES256', 'EdDSA', 'RSA-OAEP', 'constructor']) {
      const changed = { ...(JSON.parse(Buffer.from(header ?? '', 'base64url').toString()) as object), alg };
      const encoded = Buffer.from(JSON.stringify(changed)).toString('base64url');
      await expectRefused(`${encoded}.${payload}.${signature}`);
    }
  });

  test('that brings its own key, or says where to get one', async () => {
    await expectLetIn(await signed(rsa, patronClaim()));
    const { asked } = provider;
    for (const header of [
      { jwk: stranger.jwk },
      { jku: provider.keysUrl },
      { x5u: provider.keysUrl },
      { x5c: ['AAAA'] },
    ]) {
      await expectRefused(await signed(stranger, patronClaim(), header));
      await expectRefused(await signed(stranger, patronClaim(), { ...header, kid: rsa.jwk.kid }));
    }
    expect(provider.asked).toBe(asked);
  });

  test('with an extension that nobody understands', async () => {
    const claims = JSON.stringify(goodClaims());
    await expectLetIn(await signedText(claims, {}));
    await expectRefused(await signedText(claims, { crit: ['ext'], ext: 1 }));
  });

  test(`that was changed anywhere (seed ${SEED})`, async () => {
    const token = await signed(ec, patronClaim());
    const chances = new Chances();
    for (let i = 0; i < 100; i++) {
      const at = chances.below(token.length);
      const other = chances.oneOf(['A', 'a', '0', '_', '-', '.', '~', 'ÿ']);
      if (token[at] === other) continue;
      const changed = token.slice(0, at) + other + token.slice(at + 1);
      const { status } = await town.profile(changed);
      // The last character of a signature has bits that stand for nothing.
      expect([changed, status]).toEqual([changed, at === token.length - 1 && status === 200 ? 200 : 401]);
    }
  });

  test('cut short, doubled, or with more parts', async () => {
    const token = await signed(rsa, patronClaim());
    const [header = '', payload = '', signature = ''] = token.split('.');
    for (const odd of [
      `${header}.${payload}`,
      `${header}.${payload}.`,
      `${header}..${signature}`,
      `.${payload}.${signature}`,
      '..',
      `${token}.`,
      `.${token}`,
      `${token}.${signature}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -8)}`,
      `${token}=`,
    ])
      await expectRefused(odd);
  });

  test('that is encrypted instead of signed', async () => {
    const encryptable = await newKey('RSA-OAEP-256');
    const publicKey = createPublicKey({ key: encryptable.jwk, format: 'jwk' });
    const text = new TextEncoder().encode(JSON.stringify(goodClaims()));
    const token = await new CompactEncrypt(text)
      .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM' })
      .encrypt(publicKey);
    await expectRefused(token);
  });

  test('when it holds no claims', async () => {
    for (const text of ['', '[]', 'null', '"text"', '{', '7', JSON.stringify([goodClaims()])])
      await expectRefused(await signedText(text, {}));
  });
});

test('a token of the identity provider is no other’s to revoke, and the client is told', async () => {
  const token = await signed(rsa, patronClaim());
  expectOAuthRefusal(await town.discovery.revoke(token), 'unsupported_token_type', 'identity provider');
  await expectLetIn(token);
});
