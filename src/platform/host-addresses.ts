import dns, { type LookupAddress } from 'node:dns';
import fs from 'node:fs';
import { isIP, type LookupFunction } from 'node:net';

/** Each name server is asked twice: for 1.5 s, and then for 3 s. */
const QUERY = { timeout: 1_500, tries: 2 };
const LOOK_UP_MS = 5_000;

const HOSTS_FILE = '/etc/hosts';
const RESOLVER_FILE = '/etc/resolv.conf';

const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** "No such name", and "no address of this kind". */
const UNKNOWN: unknown[] = [dns.NOTFOUND, dns.NODATA];

/**
 * Resolves a host by the system's hosts file, or else by its name servers. `dns.lookup` holds one of the process's four threads until it has an
 * answer: a few names with silent name servers would stop all other look-ups, and all work with files and passwords. This holds none.
 *
 * @param hostname a name, or an address, in brackets or not
 * @param signal aborts the look-up
 * @throws the resolver's errors; the signal's reason
 */
export async function findAddresses(hostname: string, signal: AbortSignal): Promise<LookupAddress[]> {
  signal.throwIfAborted();
  const host = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const own = inHostsFile(host);
  if (own.length > 0) return own;
  return host === 'localhost' ? LOOPBACK : askNameServers(host, signal);
}

/** "No such name", or no name server can be reached. */
const ONLY_OF_SYSTEM: unknown[] = [...UNKNOWN, dns.CONNREFUSED];

/** For sockets to hosts that the installation has named. The system may know names that name servers do not, or have no name servers. */
export const lookUpHost: LookupFunction = (hostname, options, callback) => {
  findAddresses(hostname, AbortSignal.timeout(LOOK_UP_MS)).then(
    (addresses) => pinned(addresses)(hostname, options, callback),
    (error: NodeJS.ErrnoException) => {
      if (ONLY_OF_SYSTEM.includes(error.code)) dns.lookup(hostname, options, callback);
      else callback(error, '', 0);
    },
  );
};

/** Always answers with these addresses, whatever the name resolves to by now. */
export function pinned(addresses: readonly LookupAddress[]): LookupFunction {
  return (_, { all }, callback) => {
    const [first] = addresses;
    if (all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
}

function inHostsFile(host: string): LookupAddress[] {
  return wordsOfLines(HOSTS_FILE).flatMap(([address = '', ...names]) => {
    const family = isIP(address);
    return family !== 0 && names.some((name) => name.toLowerCase() === host) ? [{ address, family }] : [];
  });
}

async function askNameServers(host: string, signal: AbortSignal): Promise<LookupAddress[]> {
  const resolver = new dns.promises.Resolver(QUERY);
  const stop = (): void => resolver.cancel();
  signal.addEventListener('abort', stop, { once: true });
  let problem: unknown = Object.assign(new Error('The host has no address.'), { code: dns.NOTFOUND });
  try {
    for (const name of namesFor(host)) {
      const { addresses, failure } = await addressesOf(name, resolver);
      signal.throwIfAborted();
      if (addresses.length > 0) return addresses;
      problem = failure ?? problem;
    }
    throw problem;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** The order of systems: the search domains come first for a name with few dots, and last for any other. */
function namesFor(host: string): string[] {
  if (host.endsWith('.')) return [host];
  const lines = wordsOfLines(RESOLVER_FILE);
  const search = lines.findLast(([keyword = '']) => ['search', 'domain'].includes(keyword))?.slice(1) ?? [];
  const options = lines.filter(([keyword]) => keyword === 'options').flat();
  const dots = Number(options.findLast((option) => option.startsWith('ndots:'))?.slice('ndots:'.length) ?? 1);
  const within = search.map((domain) => `${host}.${domain}`);
  return host.split('.').length > dots ? [host, ...within] : [...within, host];
}

interface Answer {
  readonly addresses: LookupAddress[];
  /** Why there is no address, unless the name does not exist. */
  readonly failure?: unknown;
}

/** How long to wait for IPv6 addresses when there are others (RFC 8305, 3): some name servers never answer for them. */
const OTHERS_MS = 50;

async function addressesOf(name: string, resolver: dns.promises.Resolver): Promise<Answer> {
  const [asked4, asked6] = [answerOf(resolver.resolve4(name), 4), answerOf(resolver.resolve6(name), 6)];
  const four = await asked4;
  if (four.addresses.length === 0) {
    const six = await asked6;
    return { ...six, failure: six.failure ?? four.failure };
  }
  const none = new Promise<Answer>((resolve) => setTimeout(resolve, OTHERS_MS, { addresses: [] }));
  return { addresses: [...four.addresses, ...(await Promise.race([asked6, none])).addresses] };
}

async function answerOf(asked: Promise<string[]>, family: 4 | 6): Promise<Answer> {
  try {
    return { addresses: (await asked).map((address) => ({ address, family })) };
  } catch (error) {
    const isUnknown = UNKNOWN.includes((error as NodeJS.ErrnoException).code);
    return { addresses: [], ...(!isUnknown && { failure: error }) };
  }
}

/** Empty if there is no such file. */
function wordsOfLines(file: string): string[][] {
  try {
    const lines = fs.readFileSync(file, 'utf8').split('\n');
    return lines.map((line) =>
      line
        .replace(/[#;].*/, '')
        .trim()
        .split(/\s+/),
    );
  } catch {
    return [];
  }
}
