import { advanceClock, DAY } from '../../../support/clock.js';
import { expectOAuthRefusal, expectToken } from '../../../support/access/oauth/oauth-answers.js';
import { SignInLibraries } from '../../../support/access/sign-in/sign-in-libraries.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { emptyLibrary } from '../../../support/records.js';
import { type Cardholder, grantedScope, type OAuthClient } from '../../../support/requests/oauth-client.js';

/** Of 2468 and 1357. */
const BCRYPT = '$2b$04$N9qo8uLOickgx2ZMRZoMye1SSm7EI5V2qm0JYj5pM1tnES3KTZwO6';
const MD5 = 'e82c4b19b8151ddc25d4d93baf7b908f';
const OTHER_MD5 = 'c26820b8a4c1b3c2aa868d6d57e14a79';
const MD5_OF_NOTHING = 'd41d8cd98f00b204e9800998ecf8427e';

const PIN_HASH = statement<{ pinHash: string }>(
  'test-taken-over-pin-hash',
  'SELECT pin_hash AS "pinHash" FROM patron WHERE patron_id = $1',
);

let libraries: SignInLibraries;
let discovery: OAuthClient;
beforeAll(async () => {
  libraries = await SignInLibraries.open();
  ({ discovery } = libraries);
  await libraries.service.import(...emptyLibrary(libraries.pinLibrary, { md5Pins: true }));
});

async function give({ websiteId, patronId }: Cardholder, pinHash: string): Promise<void> {
  await libraries.service.import({ record: 'patron', websiteId, patronId, pinHash });
}

const hashOf = async ({ patronId }: Cardholder): Promise<string | undefined> =>
  (await libraries.service.database.run(PIN_HASH, [patronId]))[0]?.pinHash;

const addWithout = async (): Promise<Cardholder> => ({
  ...(await libraries.addCardholder({ pin: null })),
  pin: '2468',
});

test('a PIN of another system opens, is then hashed as ours are, and a nightly list changes nothing', async () => {
  const holder = await addWithout();
  await give(holder, BCRYPT);
  expectOAuthRefusal(await discovery.signIn(holder, { password: '1357' }), 'unauthorized_client');
  await give(holder, BCRYPT);
  expect(await hashOf(holder)).toBe(BCRYPT);

  const token = await discovery.tokenOf(holder);
  const own = await hashOf(holder);
  expect(own).toMatch(/^\$argon2id/);
  await give(holder, BCRYPT);
  await give(holder, OTHER_MD5);
  expect(await hashOf(holder)).toBe(own);
  expect((await libraries.profile(token)).status).toBe(200);
});

test('a PIN that the library gave here stays, and another hash of the other system is another PIN', async () => {
  const holder = await libraries.addCardholder();
  const own = await hashOf(holder);
  await give(holder, OTHER_MD5);
  expect(await hashOf(holder)).toBe(own);

  const other = await addWithout();
  await give(other, BCRYPT);
  await give(other, OTHER_MD5);
  expectOAuthRefusal(await discovery.signIn(other), 'unauthorized_client');
  expectToken(await discovery.signIn(other, { password: '1357' }), grantedScope(libraries.pinLibrary));
});

test('an MD5 hash is stored as a slow hash, and opens for 90 days, which a nightly list does not prolong', async () => {
  const [early, late] = [await addWithout(), await addWithout()];
  for (const holder of [early, late]) await give(holder, MD5);
  const stored = await hashOf(late);
  expect(stored).toMatch(/^md5:\d{4}-\d\d-\d\d:\$argon2id\$/);
  expect(stored).not.toContain(MD5);
  await advanceClock(libraries.service, 90 * DAY);
  await give(late, MD5.toUpperCase());
  expect(await hashOf(late)).toBe(stored);
  await discovery.tokenOf(early);
  expect(await hashOf(early)).toMatch(/^\$argon2id/);
  await advanceClock(libraries.service, DAY);
  await discovery.tokenOf(early);
  expectOAuthRefusal(await discovery.signIn(late), 'unauthorized_client');
});

test('a PIN that the library sends itself, after its MD5 hash, opens for good', async () => {
  const holder = await addWithout();
  await give(holder, MD5);
  const { websiteId, patronId, pin } = holder;
  await libraries.service.import({ record: 'patron', websiteId, patronId, pin });
  await advanceClock(libraries.service, 91 * DAY);
  await discovery.tokenOf(holder);
});

test('a hash of an empty PIN opens nothing', async () => {
  const holder = await addWithout();
  await give(holder, MD5_OF_NOTHING);
  const nothing = { password: '', password_required: 'false' };
  expectOAuthRefusal(await discovery.signIn(holder, nothing), 'unauthorized_client');
});
