import { expectRefusal } from '../../../support/answers.js';
import {
  IdentityProvider,
  newKey,
  type SigningKey,
  signToken,
} from '../../../support/access/providers/identity-provider.js';
import { startService } from '../../../support/service.js';
import { SignInLibraries } from '../../../support/access/sign-in/sign-in-libraries.js';

let ownKey: SigningKey;
let foreignKey: SigningKey;
let provider: IdentityProvider;
let libraries: SignInLibraries;
beforeAll(async () => {
  [ownKey, foreignKey] = await Promise.all([newKey('ES256'), newKey('ES256')]);
  provider = await IdentityProvider.open(ownKey);
  libraries = await SignInLibraries.within(
    await startService([], provider.settings, {}, { wrongTokensPerAddress: 3 }),
  );
});
afterAll(async () => {
  await libraries.close();
  provider.close();
});

test('tokens that no provider has signed shut out nobody behind their address', async () => {
  const { patronId } = await libraries.addCardholder();
  const madeUp = await signToken(foreignKey, { patron_id: patronId }, { kid: ownKey.jwk.kid });
  for (let attempt = 0; attempt < 6; attempt++)
    expectRefusal(await libraries.profile(madeUp), 'Unauthorized');
  expect((await libraries.profile(await signToken(ownKey, { patron_id: patronId }))).status).toBe(200);
  expectRefusal(await libraries.profile('made-up'), 'Unauthorized');
});

test('tokens of a provider that is not known here count for their address', async () => {
  const foreign = await signToken(foreignKey, { iss: 'https://elsewhere.example' });
  for (let attempt = 0; attempt < 6; attempt++) await libraries.profile(foreign);
  expectRefusal(await libraries.profile('made-up'), 'TooManyRequests');
});
