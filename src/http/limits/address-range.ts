import ipaddr from 'ipaddr.js';

/** The range that one household, phone or server is likely to have. */
const HOST = { ipv4: 32, ipv6: 64 };
/** The range that a provider gives to neighbors: a client that changes its address stays within it for a while. */
const NEIGHBOURHOOD = { ipv4: 24, ipv6: 48 };

/** There are few connections at a time, with thousands of requests on each. */
const MAX_KNOWN = 10_000;
const hostRanges = new Map<string | undefined, string>();

/** The range that counts as one host, such as `192.0.2.7/32` or `2001:db8:1:2::/64`. */
export function hostRange(address: string | undefined): string {
  const known = hostRanges.get(address);
  if (known !== undefined) return known;
  if (hostRanges.size >= MAX_KNOWN) hostRanges.clear();
  const range = rangeOf(address, HOST);
  hostRanges.set(address, range);
  return range;
}

/** The range that counts as one source of guessed PINs, such as `192.0.2.0/24`. */
export function networkRange(address: string | undefined): string {
  return rangeOf(address, NEIGHBOURHOOD);
}

function rangeOf(address: string | undefined, bits: typeof HOST): string {
  // A closed connection has no address.
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  // An IPv4 address that comes over an IPv6 socket is an IPv4 address.
  const parsed = ipaddr.process(address);
  const cidr = `${parsed.toString()}/${bits[parsed.kind()]}`;
  const network =
    parsed.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
      : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return `${network.toString()}/${bits[parsed.kind()]}`;
}
