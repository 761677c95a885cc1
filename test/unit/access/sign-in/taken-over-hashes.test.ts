import { hashPin, verifyPin } from '../../../../src/access/sign-in/pin.js';
import { isBcrypt, storedMd5 } from '../../../../src/access/sign-in/taken-over-hashes.js';

/** Written by Crypt::Eksblowfish::Bcrypt, as Koha does, and by pgcrypto, as Evergreen does. */
const KOHA = '$2a$08$KBCwKxOzLha2MUDgW0PjXeeZWzgHq1cIzhaf5xJARMtEB89ElmGb.';
const KOHA_UMLAUTS = '$2a$08$KBCwKxOzLha2MUDgW0PjXuqBuXj2/Du8.pYz6YoQN3dqYkExYqk/G';
const EVERGREEN = '$2a$10$kqTWlOtmekbVPsocYKfinuFCaxK/mCpkusqa3dvyjwYxbQbG2Ti5S';

test.each([
  ['Koha', KOHA, '2468'],
  ['Koha, of letters beyond ASCII', KOHA_UMLAUTS, 'Grüße'],
  ['PHP', KOHA.replace('$2a$', '$2y$'), '2468'],
  ['Evergreen', EVERGREEN, '2468'],
])('a PIN is the one whose bcrypt hash %s wrote', async (_, hash, pin) => {
  expect(await verifyPin(pin, hash)).toBe(true);
  for (const other of ['2469', '', `${pin}0`, hash]) expect(await verifyPin(other, hash)).toBe(false);
});

/** `echo -n 2468 | md5sum` */
const MD5 = 'e82c4b19b8151ddc25d4d93baf7b908f';

test('a PIN is the one of an MD5 hash, which itself is not stored and opens nothing', async () => {
  const stored = storedMd5('2026-11-30', await hashPin(MD5));
  expect(stored).toMatch(/^md5:2027-02-28:\$argon2id\$/);
  expect(await verifyPin('2468', stored)).toBe(true);
  for (const other of ['2469', '', MD5]) expect(await verifyPin(other, stored)).toBe(false);
});

test.each([
  KOHA.slice(0, -1),
  `${KOHA}=`,
  KOHA.replace('$08$', '$13$'),
  KOHA.replace('$08$', '$31$'),
  KOHA.replace('$08$', '$03$'),
  KOHA.replace('$2a$', '$2x$'),
  KOHA.replace('K', ' '),
  `${KOHA}\n`,
  '',
  '****',
])('%j is no hash by bcrypt that is taken', (text) => {
  expect(isBcrypt(text)).toBe(false);
});
