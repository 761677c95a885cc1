import { CompactEncrypt, type CompactJWSHeaderParameters, CompactSign } from 'jose';
import { createHmac, createPublicKey } from 'node:crypto';
import { newSecret } from '../../../../src/access/tokens/tokens.store.js';
import { ChangeReader } from '../../../support/changes/change-reader.js';
import { expectRefusal } from '../../../support/answers.js';
import { advanceClock, eventually, HOUR } from '../../../support/clock.js';
import { type Cardholder } from '../../../support/requests/oauth-client.js';
import { SEED, SeededRandom } from '../../../support/seeded-random.js';
import {
  assembleToken,
  AUDIENCE,
  type Claims,
  IdentityProvider,
  inSeconds,
  ISSUER,
  newKey,
  type SigningKey,
  signToken,
} from '../../../support/access/providers/identity-provider.js';
import { expectOAuthRefusal } from '../../../support/access/oauth/oauth-answers.js';
import { SignInLibraries } from '../../../support/access/sign-in/sign-in-libraries.js';

let provider: IdentityProvider;
let rsa: SigningKey;
let ec: SigningKey;
let foreignKey: SigningKey;
let libraries: SignInLibraries;
let holder: Cardholder;
beforeAll(async () => {
  [rsa, ec, foreignKey] = await Promise.all([newKey('RS256'), newKey('ES256'), newKey('RS256')]);
  provider = await IdentityProvider.open(rsa, ec);
  libraries = await SignInLibraries.open(provider.settings);
  holder = await libraries.addCardholder();
});
afterAll(async () => {
  await libraries.close();
  provider.close();
});

async function expectAccepted(token: string): Promise<void> {
  const answer = await libraries.profile(token);
  expect([answer.status, answer.body.patronId]).toEqual([200, holder.patronId]);
}

async function expectRefused(token: string): Promise<void> {
  const answer = await libraries.profile(token);
  expectRefusal(answer, 'Unauthorized', 'unknown, expired or revoked');
  expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="holdfast", error="invalid_token"');
}

function patronClaim(): Claims {
  return { patron_id: holder.patronId };
}

/** The claims of a valid token, for tokens that a test assembles itself. */
function validClaims(): Claims {
  return { iss: ISSUER, aud: AUDIENCE, exp: inSeconds(600), ...patronClaim() };
}

/** Any text with a valid signature, which a faulty or a more capable provider might sign. */
function signedText(text: string, header: Partial<CompactJWSHeaderParameters>): Promise<string> {
  const crit = Object.fromEntries((header.crit ?? []).map((name) => [name, true]));
  return new CompactSign(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: rsa.alg, kid: rsa.jwk.kid ?? '', ...header })
    .sign(rsa.privateKey, { crit });
}

test('a stream of changes ends with the token', async () => {
  const token = await signToken(rsa, { ...patronClaim(), exp: inSeconds(2) });
  const reader = await ChangeReader.open({ baseUrl: libraries.service.url, token });
  await reader.untilChanges(1);
  await reader.untilEnd();
});

describe('a token of the identity provider is accepted', () => {
  test.each<[string, () => Promise<string>]>([
    ['signed with RS256', () => signToken(rsa, patronClaim())],
    ['signed with ES256', () => signToken(ec, patronClaim())],
    ['with the patron’s number as text', () => signToken(rsa, { patron_id: String(holder.patronId) })],
    ['for several audiences', () => signToken(rsa, { ...patronClaim(), aud: ['https://a.org', AUDIENCE] })],
    ['with other claims', () => signToken(rsa, { ...patronClaim(), sub: 'reader', roles: ['a'] })],
  ])('%s', async (_, token) => expectAccepted(await token()));

  // A busy machine may send the token too late, and then retries with a new one.
  test.each<[string, () => Claims]>([
    ['with an expiry that has just passed', () => ({ ...patronClaim(), exp: inSeconds(-2) })],
    ['with a start a moment from now', () => ({ ...patronClaim(), nbf: inSeconds(2) })],
  ])('%s', (_, claims) => eventually(async () => expectAccepted(await signToken(rsa, claims()))));

  test.each(['JWT', 'jwt', 'at+jwt', 'AT+JWT', 'application/at+jwt', 'application/jwt', undefined])(
    'of the type %s',
    async (typ) => expectAccepted(await signToken(rsa, patronClaim(), { typ })),
  );

  test('however far the service’s clock was moved, since the provider’s clock was not', async () => {
    await advanceClock(libraries.service, 3 * 24 * 3600);
    await expectAccepted(await signToken(rsa, patronClaim()));
  });

  test('beside the service’s own opaque tokens', async () => {
    await expectAccepted(await libraries.discovery.tokenOf(holder));
    await expectAccepted(await signToken(rsa, patronClaim()));
    await expectRefused(newSecret());
  });

  test('beside opaque tokens that have two dots', async () => {
    const token = 'issued.by.the-library-to-one-of-its-patrons';
    await libraries.service.import({ record: 'token', token, patronId: holder.patronId });
    await expectAccepted(token);
  });
});

describe('a token is refused', () => {
  test.each<[string, readonly Claims[]]>([
    ['of another issuer', [{ iss: 'https://id.example.org/other' }, { iss: `${ISSUER}/` }]],
    ['without one issuer', [{ iss: undefined }, { iss: [ISSUER] }, { iss: { name: ISSUER } }]],
    ['for others', [{ aud: 'https://other.example.org' }, { aud: ['https://other.org', `${AUDIENCE}/x`] }]],
    ['without an audience', [{ aud: undefined }, { aud: [] }, { aud: 7 }]],
    ['for an odd audience', [{ aud: [null, { name: AUDIENCE }] }, { aud: { includes: AUDIENCE } }]],
    ['that has expired', [{ exp: inSeconds(-60) }, { exp: 1 }]],
    ['without an expiry', [{ exp: undefined }, { exp: null }]],
    ['with an expiry that is text', [{ exp: 'never' }, { exp: String(inSeconds(600)) }]],
    ['that is not valid yet', [{ nbf: inSeconds(HOUR) }, { nbf: 'now' }]],
  ])('%s', async (_, all) => {
    for (const claims of all) await expectRefused(await signToken(rsa, { ...patronClaim(), ...claims }));
  });

  test.each(['ID', 'logout+jwt', 'dpop+jwt', 'secevent+jwt', 'JOSE', 'at+jwt;x', ''])(
    'of the type %j',
    async (typ) => expectRefused(await signToken(rsa, patronClaim(), { typ })),
  );

  test('without the patron’s number in its claim, as an integer that needs no reading', async () => {
    await expectRefused(await signToken(rsa, {}));
    const { patronId } = holder;
    const fullWidth = String(patronId).replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
    await expectRefused(await signToken(rsa, { patronId, sub: String(patronId) }));
    for (const patron_id of [
      ...[null, true, 987_654, 0, -patronId, patronId + 0.5, 2 ** 31, 1e300, [patronId], { id: patronId }],
      ...['', 'me', `0${patronId}`, ` ${patronId}`, `+${patronId}`, `${patronId}e0`, fullWidth],
    ])
      await expectRefused(await signToken(rsa, { patron_id }));
  });

  test('of a deleted patron', async () => {
    const deleted = await libraries.addCardholder();
    const token = await signToken(rsa, { patron_id: deleted.patronId });
    expect((await libraries.profile(token)).status).toBe(200);
    const { websiteId, patronId } = deleted;
    await libraries.service.import({ record: 'patron', websiteId, patronId, delete: true });
    await expectRefused(token);
  });

  test('signed with a key that the provider does not have, also under a known key id', async () => {
    for (const header of [{}, { kid: undefined }, { kid: rsa.jwk.kid }])
      await expectRefused(await signToken(foreignKey, patronClaim(), header));
  });

  test('without an algorithm, or with none', async () => {
    await expectRefused(assembleToken({ typ: 'JWT' }, validClaims()));
    const { kid } = rsa.jwk;
    for (const alg of ['none', 'None', 'NONE', 'nOnE', ''])
      for (const header of [{ alg }, { alg, typ: 'JWT' }, { alg, kid }])
        for (const signature of ['', 'AAAA'])
          await expectRefused(assembleToken(header, validClaims(), signature));
  });

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
      const unsigned = assembleToken({ alg, typ: 'JWT', kid: rsa.jwk.kid }, validClaims());
      const mac = createHmac(`sha${alg.slice(2)}`, secret).update(unsigned.slice(0, -1));
      await expectRefused(`${unsigned}${mac.digest('base64url')}`);
    }
  });

  test('signed with one algorithm and labelled with another', async () => {
    const [header, payload, signature] = (await signToken(rsa, patronClaim())).split('.');
    for (const alg of ['RS384', 'PS256', 'ES256', 'EdDSA', 'RSA-OAEP', 'constructor']) {
      const changed = { ...(JSON.parse(Buffer.from(header ?? '', 'base64url').toString()) as object), alg };
      const encoded = Buffer.from(JSON.stringify(changed)).toString('base64url');
      await expectRefused(`${encoded}.${payload}.${signature}`);
    }
  });

  test('that contains its own key, or the URL of one', async () => {
    await expectAccepted(await signToken(rsa, patronClaim()));
    const { keyRequests } = provider;
    const { keysUrl } = provider;
    for (const header of [{ jwk: foreignKey.jwk }, { jku: keysUrl }, { x5u: keysUrl }, { x5c: ['AAAA'] }]) {
      await expectRefused(await signToken(foreignKey, patronClaim(), header));
      await expectRefused(await signToken(foreignKey, patronClaim(), { ...header, kid: rsa.jwk.kid }));
    }
    expect(provider.keyRequests).toBe(keyRequests);
  });

  test('with an unknown critical extension', async () => {
    const claims = JSON.stringify(validClaims());
    await expectAccepted(await signedText(claims, {}));
    await expectRefused(await signedText(claims, { crit: ['ext'], ext: 1 }));
  });

  test(`with any character changed (seed ${SEED})`, async () => {
    const token = await signToken(ec, patronClaim());
    const random = new SeededRandom();
    for (let i = 0; i < 100; i++) {
      const at = random.integerBelow(token.length);
      const other = random.pick(['A', 'a', '0', '_', '-', '.', '~', 'ÿ']);
      if (token[at] === other) continue;
      const changed = token.slice(0, at) + other + token.slice(at + 1);
      const { status } = await libraries.profile(changed);
      // Some bits of a signature's last character have no meaning.
      expect([changed, status]).toEqual([changed, at === token.length - 1 && status === 200 ? 200 : 401]);
    }
  });

  test('cut short, doubled, or with additional parts', async () => {
    const token = await signToken(rsa, patronClaim());
    const [header = '', payload = '', signature = ''] = token.split('.');
    for (const malformed of [
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
      await expectRefused(malformed);
  });

  test('that is encrypted instead of signed', async () => {
    const encryptable = await newKey('RSA-OAEP-256');
    const publicKey = createPublicKey({ key: encryptable.jwk, format: 'jwk' });
    const text = new TextEncoder().encode(JSON.stringify(validClaims()));
    const header = { alg: 'RSA-OAEP-256', enc: 'A256GCM' };
    await expectRefused(await new CompactEncrypt(text).setProtectedHeader(header).encrypt(publicKey));
  });

  test('without claims', async () => {
    for (const text of ['', '[]', 'null', '"text"', '{', '7', JSON.stringify([validClaims()])])
      await expectRefused(await signedText(text, {}));
  });
});

test('a client cannot revoke a token of the identity provider, and the error says so', async () => {
  const token = await signToken(rsa, patronClaim());
  expectOAuthRefusal(await libraries.discovery.revoke(token), 'unsupported_token_type', 'identity provider');
  await expectAccepted(token);
});
