import { DUMMY_PIN_HASH, hashPin, isOutdated, verifyPin } from '../../../../src/access/sign-in/pin.js';

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
    const earlier = 'scrypt$1024$8$1$c2FsdHNhbHRzYWx0c2FsdA$JB81sph1SnlHVMASB23fCqudg-QvPANWzRBCb8AT6ds';
    expect(await verifyPin('2468', earlier)).toBe(true);
    expect(await verifyPin('2469', earlier)).toBe(false);
  });

  test.each(['', 'plain', 'md5$1$1$1$c2FsdA$aGFzaA', 'scrypt$1024$8$1$c2FsdA$', 'scrypt$1024$8$1$c2FsdA'])(
    'does not match the malformed hash %j',
    async (hash) => {
      expect(await verifyPin('2468', hash)).toBe(false);
    },
  );
});

test('of unknown cards, a hash is verified that costs as much, and that no PIN matches', async () => {
  const cost = (hash: string): string => hash.split('$').slice(0, 4).join('$');
  expect(cost(DUMMY_PIN_HASH)).toBe(cost(await hashPin('2468')));
  expect(DUMMY_PIN_HASH).toHaveLength((await hashPin('2468')).length);
  expect(await verifyPin('2468', DUMMY_PIN_HASH)).toBe(false);
});
