import { hashPin, verifyPin } from '../../src/access/pin.js';

describe('a PIN', () => {
  test('matches its hash, and no other PIN does', async () => {
    const hash = await hashPin('2468');
    expect(await verifyPin('2468', hash)).toBe(true);
    for (const other of ['2469', '', '24680', ' 2468']) expect(await verifyPin(other, hash)).toBe(false);
  });

  test('has a different hash each time', async () => {
    expect(await hashPin('2468')).not.toBe(await hashPin('2468'));
  });

  test('still matches a hash of an earlier cost', async () => {
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
