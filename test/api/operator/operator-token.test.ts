import { expectOk, expectRefusal } from '../../support/answers.js';
import { PatronClient } from '../../support/client.js';
import { type RawAnswer, sendRaw } from '../../support/requests/raw-request.js';
import { smallLibrary } from '../../support/records.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';
import { patronPath, RECORDS } from '../../support/operator/operator-client.js';

const PATRON = patronPath(1);
const ROUTES = [
  ['POST', RECORDS],
  ['GET', '/operator/v1/libraries/37/queues'],
  ['GET', '/operator/v1/titles/1/queue?websiteId=37'],
  ['POST', `${PATRON}/holds/1/removal`],
  ['POST', `${PATRON}/checkouts/1/return`],
  ['GET', `${PATRON}/export`],
  ['DELETE', PATRON],
  ['GET', '/operator/v1/mail'],
  ['POST', '/operator/v1/mail/retry'],
] as const;
const [, QUEUES] = ROUTES;

let service: ServiceUnderTest;
let patron: PatronClient;
beforeAll(async () => {
  service = await startService(smallLibrary(1, [1]), { OPERATOR_TOKEN });
  patron = await service.signIn(1);
});
afterAll(() => service.close());

function ask(
  [method, path]: readonly [string, string],
  ...authorizations: readonly string[]
): Promise<RawAnswer> {
  const headers = authorizations.map((value) => ['Authorization', value] as const);
  return sendRaw(service.url, { method, path, headers });
}

describe.each(ROUTES)('%s %s', (method, path) => {
  const route = [method, path] as const;

  test('is refused without the token, with a challenge', async () => {
    const answer = await ask(route);
    expectRefusal(answer, 'Unauthorized', "the operator's token");
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="holdfast"');
  });

  test('is refused with anything but exactly the token', async () => {
    for (const authorization of [
      `Bearer ${'x'.repeat(OPERATOR_TOKEN.length)}`,
      `Bearer ${OPERATOR_TOKEN.slice(0, -1)}`,
      `Bearer ${OPERATOR_TOKEN}0`,
      `Bearer ${OPERATOR_TOKEN.toUpperCase()}`,
      `Bearer ${patron.token}`,
      `Basic ${Buffer.from(`operator:${OPERATOR_TOKEN}`).toString('base64')}`,
      OPERATOR_TOKEN,
      'Bearer',
    ]) {
      const answer = await ask(route, authorization);
      expectRefusal(answer, 'Unauthorized', "the operator's token");
      const challenge = 'Bearer realm="holdfast", error="invalid_token"';
      expect(answer.headers.get('www-authenticate')).toBe(challenge);
    }
  });

  test('is refused with the token in the URL', async () => {
    const query = `${path.includes('?') ? '&' : '?'}access_token=${OPERATOR_TOKEN}`;
    expectRefusal(await ask([method, `${path}${query}`]), 'Unauthorized');
  });

  test('is refused with two tokens', async () => {
    for (const second of [OPERATOR_TOKEN, 'another'])
      expectRefusal(
        await ask(route, `Bearer ${OPERATOR_TOKEN}`, `Bearer ${second}`),
        'InvalidFieldValue',
        'more than one Authorization header',
      );
  });
});

test('the refused requests changed nothing', async () => {
  expectOk(await patron.get('/v1/patrons/me'));
});

test.each(['Bearer', 'bearer', 'BEARER'])('the scheme may be written %s', async (scheme) => {
  const answer = await ask(QUEUES, `${scheme} ${OPERATOR_TOKEN}`);
  expect([answer.status, answer.body]).toMatchObject([200, { totalItems: 0 }]);
});

test('the operator’s token gives no access to a patron’s routes', async () => {
  const operator = new PatronClient(service.url, OPERATOR_TOKEN);
  expectRefusal(await operator.get('/v1/patrons/me'), 'Unauthorized');
});

test('without a token in the settings there are no operator’s routes', async () => {
  const withoutOperator = await startService();
  try {
    for (const [method, path] of ROUTES)
      for (const token of [OPERATOR_TOKEN, 'undefined'])
        expectRefusal(await new PatronClient(withoutOperator.url, token).send(method, path), 'NotFound');
  } finally {
    await withoutOperator.close();
  }
});

test('what it shows is not stored', async () => {
  const answer = await ask(QUEUES, `Bearer ${OPERATOR_TOKEN}`);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});
