import dns from 'node:dns';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createRawServer } from 'node:net';
import { promisify } from 'node:util';
import { findAddresses, lookUpHost } from '../../../src/platform/host-addresses.js';
import {
  AddressRefused,
  addressesOf,
  isPublicAddress,
  type OutboundPolicy,
  problemOfAddress,
  PUBLIC_ONLY,
} from '../../../src/platform/outbound/outbound-policy.js';
import {
  fetchOutbound,
  getOutbound,
  type OutboundAnswer,
  OutboundReceiver,
} from '../../../src/platform/outbound/outbound-request.js';

const EVERYWHERE = { privateNetworks: ['0.0.0.0/0', '::/0'] };
const LOCAL = { privateNetworks: ['127.0.0.0/8', 'fd00::/8'] };

test.each([
  ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.100.100.200'],
  ...['0.0.0.0', '192.0.0.192', '198.18.0.1', '168.63.129.16', '224.0.0.1', '255.255.255.255'],
  ...['::1', '::', 'fe80::1', 'fd00:ec2::254', 'fec0::1', '::ffff:10.0.0.1', '::127.0.0.1', 'ff02::1'],
  ...['64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001::1', '2001:db8::1'],
])('%s is private', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '93.184.216.34', '2606:4700::1', '64:ff9b::808:808', '::ffff:8.8.8.8'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

const NO_NAME = Object.assign(new Error(), { code: dns.NOTFOUND });
const resolver = dns.promises.Resolver.prototype;

/** What name servers tell of a name: addresses in turn, or nothing for ever. Other names are unknown. */
function nameServers(names: Readonly<Record<string, readonly string[] | 'silent'>>): jest.SpyInstance {
  const turns = new Map(Object.entries(names).map(([name, told]) => [name, [...told]]));
  jest.spyOn(resolver, 'resolve6').mockRejectedValue(NO_NAME);
  return jest.spyOn(resolver, 'resolve4').mockImplementation((name: string) => {
    if (names[name] === 'silent') return new Promise<never>(() => undefined);
    const address = turns.get(name)?.shift();
    return address === undefined ? Promise.reject(NO_NAME) : Promise.resolve([address]);
  });
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('an address that a library sets', () => {
  test.each<[string, OutboundPolicy, string]>([
    ['http://8.8.8.8/', PUBLIC_ONLY, 'must be an https:// address'],
    ['http://8.8.8.8/', LOCAL, 'must be an https:// address; http:// only for OUTBOUND_PRIVATE_NETWORKS'],
    ['https://127.0.0.1/', PUBLIC_ONLY, 'must be the address of a public host'],
    ['https://2130706433/', PUBLIC_ONLY, 'must be the address of a public host'],
    ['https://[::ffff:127.0.0.1]/', PUBLIC_ONLY, 'must be the address of a public host'],
    ['https://localhost/', PUBLIC_ONLY, 'must be the address of a public host'],
    ['https://10.0.0.1/', LOCAL, 'must be the address of a public host'],
    ['ftp://127.0.0.1/', LOCAL, 'must be an https:// address'],
    ...[
      ...['169.254.169.254', '[fe80::a9fe:a9fe]', '168.63.129.16', '192.0.0.192', '100.100.100.200'],
      ...[
        '[fd00:ec2::254]',
        '[fd20:ce::254]',
        '[fd00:42::42]',
        '[::ffff:169.254.169.254]',
        '[64:ff9b::a9fe:a9fe]',
      ],
    ].map(
      (host) =>
        [`http://${host}/`, EVERYWHERE, 'where a cloud tells its machines'] as [
          string,
          OutboundPolicy,
          string,
        ],
    ),
  ])('%s is refused (networks: %j)', async (url, policy, problem) => {
    expect(await problemOfAddress(url, policy, 37)).toContain(problem);
  });

  test.each([
    ['https://8.8.8.8/', PUBLIC_ONLY],
    ['http://127.0.0.1/', LOCAL],
    ['https://[fd00::7]/', LOCAL],
    // It may exist later.
    ['https://nowhere.invalid/', PUBLIC_ONLY],
  ])('%s is accepted (networks: %j)', async (url, policy) => {
    nameServers({});
    expect(await problemOfAddress(url, policy, 37)).toBeUndefined();
  });

  test('does not hold up another library when its name servers are silent, nor with more than four look-ups at once', async () => {
    const asked = nameServers({ 'a.silent': 'silent', 'fine.invalid': ['10.0.0.1'] });
    const signal = AbortSignal.timeout(200);
    const find = (host: string, websiteId: number): Promise<unknown> =>
      addressesOf(new URL(`https://${host}/`), { signal, websiteId }).catch((error: Error) => error.name);
    const silent = Array.from({ length: 9 }, () => find('a.silent', 37));
    expect(await find('fine.invalid', 38)).toEqual([{ address: '10.0.0.1', family: 4 }]);
    expect(asked.mock.calls.filter(([name]) => name === 'a.silent')).toHaveLength(4);
    expect(new Set(await Promise.all(silent))).toEqual(new Set(['TimeoutError']));
  });
});

describe('a look-up', () => {
  test('asks the system’s hosts file first, and knows this machine', async () => {
    const asked = nameServers({});
    const found = await findAddresses('LocalHost', AbortSignal.timeout(1_000));
    expect(found).toContainEqual({ address: '127.0.0.1', family: 4 });
    expect(await findAddresses('[::1]', AbortSignal.timeout(1_000))).toEqual([{ address: '::1', family: 6 }]);
    expect(asked).not.toHaveBeenCalled();
  });

  test('has one address where the name server tells only one kind, and fails where it is in trouble', async () => {
    const find = (name: string): Promise<unknown> => findAddresses(name, AbortSignal.timeout(1_000));
    const trouble = Object.assign(new Error(), { code: dns.SERVFAIL });
    nameServers({ 'one.invalid': ['10.0.0.1'] });
    jest.spyOn(resolver, 'resolve6').mockRejectedValue(trouble);
    expect(await find('one.invalid')).toEqual([{ address: '10.0.0.1', family: 4 }]);
    await expect(find('none.invalid')).rejects.toBe(trouble);
    nameServers({ 'one.invalid': ['10.0.0.1'] });
    jest.spyOn(resolver, 'resolve6').mockReturnValue(new Promise(() => undefined));
    expect(await find('one.invalid')).toEqual([{ address: '10.0.0.1', family: 4 }]);
  });

  test.each([
    ['search a.test b.test', 'db', ['db.a.test', 'db.b.test', 'db']],
    ['search a.test', 'db.example', ['db.example', 'db.example.a.test']],
    ['search a.test\noptions ndots:5', 'db.example', ['db.example.a.test', 'db.example']],
    ['search a.test\noptions edns0 ndots:0 # of Docker', 'db', ['db', 'db.a.test']],
    ['search a.test', 'db.example.', ['db.example.']],
    ['nameserver 10.0.0.1', 'db', ['db']],
  ])('by %j asks for %s as the system does', async (file, host, names) => {
    jest.spyOn(fs, 'readFileSync').mockImplementation((path) => (path === '/etc/resolv.conf' ? file : ''));
    const asked = nameServers({});
    await expect(findAddresses(host, AbortSignal.timeout(1_000))).rejects.toMatchObject({
      code: dns.NOTFOUND,
    });
    expect(asked.mock.calls.map(([name]) => name)).toEqual(names);
  });

  test('of a host of the installation goes on to what only the system knows', async () => {
    nameServers({ 'told.invalid': ['10.0.0.1'] });
    const system = jest.spyOn(dns, 'lookup') as unknown as jest.Mock;
    system.mockImplementation((_, __, callback: (error: null, address: string, family: number) => void) =>
      callback(null, '10.0.0.2', 4),
    );
    const lookUp = promisify(lookUpHost);
    expect([await lookUp('told.invalid', {}), system.mock.calls.length]).toEqual(['10.0.0.1', 0]);
    expect(await lookUp('database.local', {})).toBe('10.0.0.2');
    const noServers = Object.assign(new Error(), { code: dns.CONNREFUSED });
    for (const kind of ['resolve4', 'resolve6'] as const)
      jest.spyOn(resolver, kind).mockRejectedValue(noServers);
    expect(await lookUp('database.local', {})).toBe('10.0.0.2');
    await expect(findAddresses('database.local', AbortSignal.timeout(1_000))).rejects.toBe(noServers);
  });
});

describe('a request to such an address', () => {
  let server: Server;
  let port: number;
  let requests: number;
  beforeEach(async () => {
    requests = 0;
    server = createServer((request, response) => {
      requests++;
      if (request.url === '/elsewhere') response.writeHead(302, { location: '/' });
      response.end(request.url === '/large' ? 'x'.repeat(100) : 'content');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const get = (url: string, policy: OutboundPolicy = LOCAL): Promise<string> =>
    getOutbound({ url: new URL(url), policy, accept: 'text/plain', maxBytes: 7, timeoutMs: 5_000 }).then(
      String,
    );

  function receiverAt(url: string, policy: OutboundPolicy): () => Promise<OutboundAnswer> {
    const receiver = new OutboundReceiver(new URL(url), { policy, websiteId: 37 });
    const { signal } = new AbortController();
    return () => receiver.post({ headers: {}, body: '{}', maxBytes: 4, timeoutMs: 500, signal });
  }

  test('connects to the address that was checked, whatever the name leads to afterwards', async () => {
    nameServers({ 'twice.invalid': ['127.0.0.1', '10.0.0.1'] });
    expect(await get(`http://twice.invalid:${port}/`)).toBe('content');
  });

  test('is not sent when the name leads to a private address', async () => {
    nameServers({ 'rebound.invalid': ['127.0.0.1', '169.254.169.254'] });
    await expect(get(`https://rebound.invalid:${port}/`, PUBLIC_ONLY)).rejects.toThrow(AddressRefused);
    await expect(receiverAt('https://rebound.invalid/', PUBLIC_ONLY)()).rejects.toThrow(AddressRefused);
    expect(requests).toBe(0);
  });

  test('follows no redirect', async () => {
    await expect(get(`http://127.0.0.1:${port}/elsewhere`)).rejects.toThrow('The answer was 302.');
    expect(requests).toBe(1);
  });

  test('as a receiver, is asked again and again at the address that was checked, and followed nowhere', async () => {
    nameServers({ 'twice.invalid': ['127.0.0.1', '10.0.0.1'] });
    const post = receiverAt(`http://twice.invalid:${port}/elsewhere`, LOCAL);
    const headers = { location: '/' };
    expect(await post()).toMatchObject({ status: 302, content: Buffer.from('cont'), headers });
    expect(await post()).toMatchObject({ status: 302 });
    expect(requests).toBe(2);
  });

  /** What a server may do instead of a whole answer. */
  const HANGING = {
    'the protocol is switched': (write: (text: string) => void) =>
      write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    'only interim answers come': (write: (text: string) => void) =>
      write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(3)),
    'nothing comes': () => undefined,
    'the content stops': (write: (text: string) => void) =>
      write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nx'),
  };
  test.each(Object.entries(HANGING))('ends in its time when %s', async (_, answer) => {
    const raw = createRawServer((socket) => {
      socket.on('error', () => undefined).once('data', () => answer((text) => socket.write(text)));
    }).listen(0, '127.0.0.1');
    await once(raw, 'listening');
    const url = `http://127.0.0.1:${(raw.address() as AddressInfo).port}/`;
    const signal = AbortSignal.timeout(300);
    await Promise.all([
      expect(
        getOutbound({ url: new URL(url), accept: '*/*', maxBytes: 7, timeoutMs: 300 }),
      ).rejects.toThrow(),
      expect(receiverAt(url, LOCAL)()).rejects.toThrow(),
      expect(
        fetchOutbound(new URL(url), { method: 'POST', headers: {}, body: '', maxBytes: 7, signal }),
      ).rejects.toThrow(),
    ]);
    raw.close();
  });

  test('of the installation’s own reads no more than it wants, and follows nowhere', async () => {
    const fetched = (path: string): Promise<Response> =>
      fetchOutbound(new URL(`http://127.0.0.1:${port}${path}`), {
        method: 'GET',
        headers: {},
        maxBytes: 99,
        signal: AbortSignal.timeout(5_000),
      });
    const answer = await fetched('/elsewhere');
    expect([answer.status, answer.headers.get('location'), await answer.text()]).toEqual([
      302,
      '/',
      'content',
    ]);
    await expect(fetched('/large')).rejects.toThrow('more than 99 bytes');
  });

  test('of public hosts goes through the proxy, which is told the address that was checked; private ones are asked directly', async () => {
    const seen: string[] = [];
    const proxied = createServer(({ url, headers }, response) => {
      seen.push(`${url} for ${headers.host}`);
      response.end('proxied');
    }).listen(0, '127.0.0.1');
    proxied.on('connect', ({ url }, socket) => {
      seen.push(`CONNECT ${url}`);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    await once(proxied, 'listening');
    const proxy = `http://127.0.0.1:${(proxied.address() as AddressInfo).port}`;
    nameServers({ 'public.invalid': ['8.8.8.8', '8.8.4.4'] });
    const through = (url: string, policy?: OutboundPolicy): Promise<string> =>
      getOutbound({ url: new URL(url), policy, proxy, accept: '*/*', maxBytes: 7, timeoutMs: 5_000 }).then(
        String,
      );
    expect(await through('http://public.invalid/keys')).toBe('proxied');
    await expect(through('https://public.invalid/', PUBLIC_ONLY)).rejects.toThrow();
    expect(await through(`http://127.0.0.1:${port}/`, LOCAL)).toBe('content');
    expect(seen).toEqual(['http://public.invalid/keys for public.invalid', 'CONNECT 8.8.4.4:443']);
    proxied.close();
  });
});
