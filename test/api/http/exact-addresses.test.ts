import { expectRefusal } from '../../support/answers.js';
import { sendBytes } from '../../support/requests/raw-bytes.js';
import { sendRaw } from '../../support/requests/raw-request.js';
import { smallLibrary } from '../../support/records.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';

let service: ServiceUnderTest;
let token: string;
beforeAll(async () => {
  service = await startService(smallLibrary(1, [1]), { OPERATOR_TOKEN, SANDBOX: 'true' });
  token = (await service.signIn(1)).token;
});
afterAll(() => service.close());

describe('paths are case-sensitive', () => {
  test.each([
    ['GET', '/V1/patrons/me'],
    ['GET', '/v1/Patrons/me/holds'],
    ['POST', '/v1/patrons/ME/holds'],
    ['DELETE', '/v1/patrons/me/HOLDS/1'],
    ['POST', '/PatronToken'],
    ['GET', '/OpenAPI.json'],
    ['GET', '/Docs'],
    ['GET', '/health/LIVE'],
    ['GET', '/Metrics'],
    ['GET', '/Operator/v1/mail'],
  ])('%s %s', async (method, path) => {
    for (const bearer of [token, OPERATOR_TOKEN]) {
      const headers = [['Authorization', `Bearer ${bearer}`]] as const;
      expectRefusal(await sendRaw(service.url, { method, path, headers }), 'NotFound');
    }
  });

  test.each(['/V1/patrons/me', '/v1/patrons/me/Holds', '/HEALTH/live'])(
    'an address in another case has no methods: %s',
    async (path) => {
      for (const method of ['OPTIONS', 'PATCH'])
        expectRefusal(await sendRaw(service.url, { method, path }), 'NotFound');
    },
  );

  test('a title’s GUID matches in any case', async () => {
    const path = '/v1/patrons/me/holds/AAAAAAAA-0000-4000-8000-000000000001';
    const headers = [['Authorization', `Bearer ${token}`]] as const;
    expectRefusal(
      await sendRaw(service.url, { method: 'GET', path, headers }),
      'PatronDoesntHaveTitleOnHold',
    );
  });
});

describe('a request that two servers could read in two ways is refused', () => {
  const authorized = (line: string, hosts: string): string =>
    `${line}\r\n${hosts}Authorization: Bearer ${token}\r\n\r\n`;

  test.each([
    ['two different hosts', 'Host: one\r\nHost: two\r\n'],
    ['the same host twice', 'Host: one\r\nHost: one\r\n'],
    ['two hosts far apart, in another case', 'Host: one\r\nX-Y: z\r\nHOST: two\r\n'],
  ])('%s', async (_, hosts) => {
    for (const version of ['1.0', '1.1']) {
      const asked = authorized(`GET /v1/patrons/me HTTP/${version}`, hosts);
      const answer = await sendBytes(service.url, [asked]);
      expectRefusal(answer, 'InvalidRequestBody', /more than one Host/);
    }
  });

  test.each(['0.9', '2.0', '1.2', '3.0', '1.10', '01.1'])('HTTP in version %s', async (version) => {
    const asked = authorized(`GET /v1/patrons/me HTTP/${version}`, 'Host: one\r\n');
    expectRefusal(await sendBytes(service.url, [asked]), 'InvalidRequestBody');
  });
});
