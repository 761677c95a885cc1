import type { LookupAddress } from 'node:dns';
import ipaddr from 'ipaddr.js';
import { findAddresses } from '../host-addresses.js';
import { KeyedLimit } from '../keyed-limit.js';
import { unlessAborted } from './unless-aborted.js';

/**
 * The hosts that a library may name: public hosts by https, and private addresses only in networks that the installation allows. Otherwise a
 * library's administrator could make the service send requests to its own machine, to its neighbors, or to a cloud's metadata service.
 */
export interface OutboundPolicy {
  /** Addresses and networks such as 10.0.0.0/8. */
  readonly privateNetworks: readonly string[];
}

/** The way of a request out of the service. */
export interface Outbound {
  /** Undefined for addresses that the installation itself has set: it may name any. */
  readonly policy?: OutboundPolicy | undefined;
  /** Undefined: no proxy. */
  readonly proxy?: string | undefined;
}

/** Options of looking up a host's addresses. */
export interface LookUp {
  /** Aborts the look-up. */
  readonly signal: AbortSignal;
  /** The library that named the host; undefined: the installation, or a service of several libraries. */
  readonly websiteId?: number | undefined;
}

const SETTING = 'OUTBOUND_PRIVATE_NETWORKS';
const HTTPS_ONLY = `must be an https:// address; http:// only for ${SETTING}`;

export const PUBLIC_ONLY: OutboundPolicy = { privateNetworks: [] };

/** The address is not allowed. The message completes a sentence that begins with its name. */
export class AddressRefused extends Error {}

/**
 * The metadata services of clouds, which have secrets: refused whatever an installation allows. Nearly all are link-local; the others belong to
 * Azure, Oracle, Alibaba, AWS, Google and Scaleway, in networks that are public or somebody's own.
 */
const METADATA = [
  '169.254.0.0/16',
  'fe80::/10',
  '168.63.129.16',
  '192.0.0.192',
  '100.100.100.200',
  'fd00:ec2::/32',
  'fd20:ce::254',
  'fd00:42::42',
];

function isMetadata(address: string): boolean {
  return METADATA.some((network) => isWithin(parse(address), network));
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Parses the embedded IPv4 address, if a gateway (NAT64) or an IPv6 socket leads there. */
function parse(address: string): Address {
  const parsed = ipaddr.process(address);
  if (parsed.kind() !== 'ipv6' || !isWithin(parsed, '64:ff9b::/96')) return parsed;
  return new ipaddr.IPv4(parsed.toByteArray().slice(-4));
}

function isWithin(address: Address, network: string): boolean {
  const [base, bits] = network.includes('/')
    ? ipaddr.parseCIDR(network)
    : [ipaddr.parse(network), ipaddr.parse(network).kind() === 'ipv4' ? 32 : 128];
  return base.kind() === address.kind() && address.match(base, bits);
}

/** Whether the address can be reached from the internet. Unknown ranges count as private. */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address);
  if (isMetadata(address) || parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || isWithin(parsed, '2000::/3');
}

function isAllowedPrivately(address: string, { privateNetworks }: OutboundPolicy): boolean {
  return privateNetworks.some((network) => isWithin(parse(address), network));
}

/**
 * Resolves the URL's host, and checks all of its addresses. Connect to no others: a second look-up may return different ones.
 * @throws AddressRefused, and the resolver's errors
 */
export async function resolveAllowed(
  url: URL,
  policy: OutboundPolicy,
  lookUp: LookUp,
): Promise<LookupAddress[]> {
  requireWeb(url, policy);
  const addresses = await addressesOf(url, lookUp);
  const arePrivate = requireAllowed(addresses, policy);
  if (url.protocol === 'http:' && !arePrivate) throw new AddressRefused(HTTPS_ONLY);
  return addresses;
}

/**
 * Like `resolveAllowed`, for a host of another protocol than HTTP.
 * @throws AddressRefused, and the resolver's errors
 */
export async function resolveAllowedHost(
  { hostname, tls }: { readonly hostname: string; readonly tls: boolean },
  policy: OutboundPolicy,
  lookUp: LookUp,
): Promise<LookupAddress[]> {
  const addresses = await addressesOf({ hostname }, lookUp);
  const arePrivate = requireAllowed(addresses, policy);
  if (!tls && !arePrivate) throw new AddressRefused(`must be asked by TLS: without it only in ${SETTING}`);
  return addresses;
}

/** @returns whether they are in the networks that the installation allows */
function requireAllowed(addresses: readonly LookupAddress[], policy: OutboundPolicy): boolean {
  const isPrivate = ({ address }: LookupAddress): boolean => isAllowedPrivately(address, policy);
  if (!addresses.every((each) => isPublicAddress(each.address) || isPrivate(each)))
    throw new AddressRefused(
      `must be the address of a public host: this one is private, and not in ${SETTING}`,
    );
  if (addresses.some(({ address }) => isMetadata(address)))
    throw new AddressRefused('must not be an address where a cloud tells its machines what they are');
  return addresses.every(isPrivate);
}

/** Per library, whose name servers may not answer. */
const LOOK_UPS_AT_ONCE = 4;
const lookUps = new KeyedLimit(LOOK_UPS_AT_ONCE);

/** All addresses of the URL's host. @throws the resolver's errors; the signal's reason */
export function addressesOf(
  { hostname }: Pick<URL, 'hostname'>,
  { signal, websiteId }: LookUp,
): Promise<LookupAddress[]> {
  const find = (): Promise<LookupAddress[]> => unlessAborted(findAddresses(hostname, signal), signal);
  const found = websiteId === undefined ? find() : lookUps.run(String(websiteId), find);
  return unlessAborted(found, signal);
}

/** Checks that need no look-up. */
function requireWeb({ protocol }: URL, { privateNetworks }: OutboundPolicy): void {
  if (protocol === 'https:' || (protocol === 'http:' && privateNetworks.length > 0)) return;
  throw new AddressRefused(HTTPS_ONLY);
}

const RESOLVING_MS = 3_000;

/**
 * Why the address must not be set; undefined if it may. A host that cannot be resolved now may exist later: it is checked again with each request.
 */
export function problemOfAddress(
  url: string,
  policy: OutboundPolicy,
  websiteId: number,
): Promise<string | undefined> {
  return problemOf((signal) => resolveAllowed(new URL(url), policy, { signal, websiteId }));
}

/** Like `problemOfAddress`, for a host of another protocol than HTTP. */
export function problemOfHost(
  host: Parameters<typeof resolveAllowedHost>[0],
  policy: OutboundPolicy,
  websiteId: number,
): Promise<string | undefined> {
  return problemOf((signal) => resolveAllowedHost(host, policy, { signal, websiteId }));
}

async function problemOf(resolve: (signal: AbortSignal) => Promise<unknown>): Promise<string | undefined> {
  try {
    await resolve(AbortSignal.timeout(RESOLVING_MS));
    return undefined;
  } catch (error) {
    return error instanceof AddressRefused ? error.message : undefined;
  }
}
