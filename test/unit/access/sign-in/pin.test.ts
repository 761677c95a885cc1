import { DUMMY_PIN_HASH, hashPin, isOutdated, verifyPin } from '../../../../src/access/sign-in/pin.js';

const SCRYPT = 'scrypt$1024$8$1$c2FsdHNhbHRzYWx0c2FsdA$JB81sph1SnlHVMASB23fCqudg-QvPANWzRBCb8AT6ds';
const BCRYPT = '$2b$04$N9qo8uLOickgx2ZMRZoMye1SSm7EI5V2qm0JYj5pM1tnES3KTZwO6';

describe('a PIN', () => {
  test('matches its hash, and no other PIN does', async () => {
    const hash = await hashPin('2468');
    expect(await verifyPin('2468', hash)).toBe(true);
    for (const other of ['2469', '', '24680', ' 2468']) expect(await verifyPin(other, hash)).toBe(false);
  });

  test('has a different hash each time', async () => {
    expect(await hashPin('2468')).not.toBe(await hashPin('2468'));
  });

  test('has a hash of argon2id with 46 MiB, and hashes of other costs are outdated', async () => {
    const hash = await hashPin('2468');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
    expect([isOutdated(hash), isOutdated(hash.replace('m=47104', 'm=19456'))]).toEqual([false, true]);
    expect(isOutdated('scrypt$16384$8$1$c2FsdA$aGFzaA')).toBe(true);
  });

  test('still matches a hash of an earlier release', async () => {
    for (const beside of [SCRYPT, BCRYPT, undefined]) {
      expect(await verifyPin('2468', SCRYPT, beside)).toBe(true);
      expect(await verifyPin('2469', SCRYPT, beside)).toBe(false);
    }
  });

  test.each([
    [SCRYPT, ['other', 'own']],
    [BCRYPT, ['other', 'own']],
    [undefined, ['own']],
  ])(
    'takes the same work whatever its hash is, while the library has a hash like %s',
    async (beside, work) => {
      const workOf = async (pinHash: string): Promise<string[]> => {
        const done: string[] = [];
        const kind = (name: string) => () => Promise.resolve(done.push(name) > 0);
        await verifyPin('2468', pinHash, beside, { own: kind('own'), other: kind('other') });
        return done;
      };
      expect(await workOf(DUMMY_PIN_HASH)).toEqual(work);
      for (const other of [SCRYPT, BCRYPT])
        expect(await workOf(other)).toEqual(beside === undefined ? ['other'] : work);
    },
  );

  test('is the one of its own kind of hash, not of the one that is compared beside it', async () => {
    const kinds = { own: () => Promise.resolve(true), other: () => Promise.resolve(false) };
    expect(await verifyPin('2468', SCRYPT, SCRYPT, kinds)).toBe(false);
    expect(await verifyPin('2468', DUMMY_PIN_HASH, SCRYPT, kinds)).toBe(true);
  });

  test.each(['', 'plain', 'md5$1$1$1$c2FsdA$aGFzaA', 'scrypt$1024$8$1$c2FsdA$', 'scrypt$1024$8$1$c2FsdA'])(
    'does not match the malformed hash %j',
    async (hash) => {
      expect(await verifyPin('2468', hash, SCRYPT)).toBe(false);
    },
  );
});

test('of unknown cards, a hash is verified that costs as much, and that no PIN matches', async () => {
  const cost = (hash: string): string => hash.split('$').slice(0, 4).join('$');
  expect(cost(DUMMY_PIN_HASH)).toBe(cost(await hashPin('2468')));
  expect(DUMMY_PIN_HASH).toHaveLength((await hashPin('2468')).length);
  expect(await verifyPin('2468', DUMMY_PIN_HASH, SCRYPT)).toBe(false);
});
