import { expectRefusal } from '../../../support/answers.js';
import {
  IdentityProvider,
  newKey,
  type SigningKey,
  signToken,
} from '../../../support/access/providers/identity-provider.js';
import { SignInLibraries } from '../../../support/access/sign-in/sign-in-libraries.js';

let key: SigningKey;
let provider: IdentityProvider;
beforeAll(async () => {
  key = await newKey('ES256');
  provider = await IdentityProvider.open(key);
});
afterAll(() => provider.close());

test.each(['https://library.example.org/patron', 'constructor'])(
  'the patron’s number may be in the claim %s',
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

test('where no provider is configured, a JWT counts as an unknown token', async () => {
  const { keyRequests } = provider;
  const libraries = await SignInLibraries.open();
  const { patronId } = await libraries.addCardholder();
  expectRefusal(await libraries.profile(await signToken(key, { patron_id: patronId })), 'Unauthorized');
  const revocation = await libraries.discovery.revoke(await signToken(key, { patron_id: patronId }));
  expect([revocation.status, revocation.text, provider.keyRequests]).toEqual([200, '', keyRequests]);
});

test('a type of tokens and a scope are asked for where they are set', async () => {
  const settings = { JWT_TOKEN_TYPE: 'at+jwt', JWT_SCOPE: 'holds' };
  const libraries = await SignInLibraries.open({ ...provider.settings, ...settings });
  try {
    const { patronId } = await libraries.addCardholder();
    for (const [status, typ, claims] of [
      [200, 'at+jwt', { scope: 'openid holds' }],
      [200, 'application/at+JWT', { scp: ['holds'] }],
      [401, 'JWT', { scope: 'holds' }],
      [401, undefined, { scope: 'holds' }],
      [401, 'at+jwt', { scope: 'openid holdsome' }],
      [401, 'at+jwt', {}],
    ] as const) {
      const answer = await libraries.profile(
        await signToken(key, { patron_id: patronId, ...claims }, { typ }),
      );
      expect([typ, claims, answer.status]).toEqual([typ, claims, status]);
    }
  } finally {
    await libraries.close();
  }
});
