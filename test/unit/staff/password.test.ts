import { DUMMY_PASSWORD_HASH, hashPassword, verifyPassword } from '../../../src/staff/sign-in/password.js';

test('a password is verified by its hash, whichever way its accents were typed', async () => {
  const hash = await hashPassword('Zo\u00eb has a long password');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await verifyPassword('Zo\u00eb has a long password', hash)).toBe(true);
  expect(await verifyPassword('Zoe\u0308 has a long password', hash)).toBe(true);
  expect(await verifyPassword('Zoe has a long password', hash)).toBe(false);
});

test('two hashes of one password differ', async () => {
  expect(await hashPassword('the same password')).not.toBe(await hashPassword('the same password'));
});

test('of unknown accounts, a hash is verified that costs as much', async () => {
  const shape = (hash: string): string => hash.replace(/[^$]+\$[^$]+$/, '');
  expect(shape(DUMMY_PASSWORD_HASH)).toBe(shape(await hashPassword('the same password')));
  expect(await verifyPassword('nobody', DUMMY_PASSWORD_HASH)).toBe(false);
});

test('the parameters are those of the hash', async () => {
  // Of the reference implementation: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -e
  const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await verifyPassword('password', known)).toBe(true);
  expect(await verifyPassword('Password', known)).toBe(false);
});

test.each(['', 'password', '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFh', '$argon2id$'])(
  'what is no hash verifies nothing: %j',
  async (text) => {
    expect(await verifyPassword('password', text)).toBe(false);
  },
);
