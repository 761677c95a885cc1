import { once } from 'node:events';
import dns from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  AddressRefused,
  isPublicAddress,
  type OutboundPolicy,
  problemOfAddress,
  PUBLIC_ONLY,
} from '../../../src/platform/outbound/outbound-policy.js';
import {
  getOutbound,
  type OutboundAnswer,
  OutboundReceiver,
} from '../../../src/platform/outbound/outbound-request.js';

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

describe('an address that a library sets', () => {
  test.each([
    ['http://8.8.8.8/', PUBLIC_ONLY, 'must be an https:// address'],
    ['http://8.8.8.8/', LOCAL, 'must be an https:// address; http:// only for OUTBOUND_PRIVATE_NETWORKS'],
    ['https://127.0.0.1/', PUBLIC_ONLY, 'must be the address of a public host'],
    ['https://2130706433/', PUBLIC_ONLY, 'must be the address of a public host'],
    ['https://[::ffff:127.0.0.1]/', PUBLIC_ONLY, 'must be the address of a public host'],
    ['https://localhost/', PUBLIC_ONLY, 'must be the address of a public host'],
    ['https://10.0.0.1/', LOCAL, 'must be the address of a public host'],
    ['ftp://127.0.0.1/', LOCAL, 'must be an https:// address'],
  ])('%s is refused (networks: %j)', async (url, policy, problem) => {
    expect(await problemOfAddress(url, policy)).toContain(problem);
  });

  test.each([
    ['https://8.8.8.8/', PUBLIC_ONLY],
    ['http://127.0.0.1/', LOCAL],
    ['https://[fd00::7]/', LOCAL],
    // It may exist later.
    ['https://nowhere.invalid/', PUBLIC_ONLY],
  ])('%s is accepted (networks: %j)', async (url, policy) => {
    expect(await problemOfAddress(url, policy)).toBeUndefined();
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
      response.end('content');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    server.close();
  });

  function resolveTo(...answers: string[]): void {
    const lookup = jest.spyOn(dns.promises, 'lookup') as unknown as jest.Mock<Promise<object>>;
    for (const address of answers) lookup.mockResolvedValueOnce([{ address, family: 4 }]);
  }

  const get = (url: string, policy: OutboundPolicy = LOCAL): Promise<string> =>
    getOutbound({ url: new URL(url), policy, accept: 'text/plain', maxBytes: 7, timeoutMs: 5_000 }).then(
      String,
    );

  test('connects to the address that was checked, whatever the name leads to afterwards', async () => {
    resolveTo('127.0.0.1', '10.0.0.1');
    expect(await get(`http://twice.invalid:${port}/`)).toBe('content');
  });

  test('is not sent when the name leads to a private address', async () => {
    resolveTo('127.0.0.1');
    await expect(get(`https://rebound.invalid:${port}/`, PUBLIC_ONLY)).rejects.toThrow(AddressRefused);
    expect(requests).toBe(0);
  });

  test('follows no redirect', async () => {
    await expect(get(`http://127.0.0.1:${port}/elsewhere`)).rejects.toThrow('The answer was 302.');
    expect(requests).toBe(1);
  });

  test('as a receiver, is asked again and again at the address that was checked, and followed nowhere', async () => {
    resolveTo('127.0.0.1', '10.0.0.1');
    const receiver = await OutboundReceiver.find(
      new URL(`http://twice.invalid:${port}/elsewhere`),
      LOCAL,
      5_000,
    );
    const { signal } = new AbortController();
    const post = (): Promise<OutboundAnswer> =>
      receiver.post({ headers: {}, body: '{}', maxBytes: 4, timeoutMs: 5_000, signal });
    try {
      expect(await post()).toEqual({ status: 302, content: Buffer.from('cont') });
      expect(await post()).toMatchObject({ status: 302 });
      expect(requests).toBe(2);
    } finally {
      receiver.close();
    }
    resolveTo('169.254.169.254');
    await expect(
      OutboundReceiver.find(new URL('https://rebound.invalid/'), PUBLIC_ONLY, 5_000),
    ).rejects.toThrow(AddressRefused);
  });
});
