import { hostRange, networkRange } from '../../../src/http/limits/address-range.js';

test.each([
  ['192.0.2.7', '192.0.2.7/32', '192.0.2.0/24'],
  ['::ffff:192.0.2.7', '192.0.2.7/32', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['::1', '::/64', '::/48'],
  ['fe80::1%eth0', 'fe80::/64', 'fe80::/48'],
  ['no address', 'unknown', 'unknown'],
  [undefined, 'unknown', 'unknown'],
])('%s is in the range %s of a host, and in %s of neighbours', (address, host, neighbourhood) => {
  expect([hostRange(address), networkRange(address)]).toEqual([host, neighbourhood]);
});
