import { expectOk, expectRefusal, TIMESTAMP } from '../../../support/answers.js';
import { type Answer, PatronClient } from '../../../support/client.js';
import { DAY, eventually, HOUR } from '../../../support/clock.js';
import { conditionIn } from '../../../support/conditions.js';
import { runHoldfast } from '../../support/processes.js';
import { smallLibrary } from '../../../support/records.js';
import { OPERATOR_TOKEN, SANDBOX_SETTINGS, SandboxClock } from '../../../support/sandbox-clock.js';
import { TestLibrary } from '../../../support/test-library.js';
import { WorkerDeployment } from '../../support/servers/worker-deployment.js';

const CLOCK = '/sandbox/v1/clock';
const JSON_HEADERS = { 'content-type': 'application/json' };

interface ClockBody {
  readonly now: string;
  readonly aheadSeconds: number;
}

/** The database's clock may differ a little from this one, and answers have no fractions of a second. */
const MAX_CLOCK_DIFFERENCE_MS = 3_000;

/** The answer's time lies between `since` and now, plus the seconds that the clock is ahead. */
function expectNow({ body }: Answer, since: number): void {
  const { now, aheadSeconds } = body as ClockBody;
  const realTime = Date.parse(now) - aheadSeconds * 1000;
  expect(realTime).toBeGreaterThan(since - MAX_CLOCK_DIFFERENCE_MS);
  expect(realTime).toBeLessThan(Date.now() + MAX_CLOCK_DIFFERENCE_MS);
}

describe('a sandbox', () => {
  let library: TestLibrary;
  let clock: SandboxClock;
  beforeAll(async () => {
    library = await TestLibrary.alone({}, SANDBOX_SETTINGS);
    clock = new SandboxClock(library.service.url);
  });
  beforeEach(async () => {
    expectOk(await clock.move({ reset: true }));
  });
  afterAll(() => library.close());

  test('shows the service’s time, and how far it is ahead', async () => {
    const since = Date.now();
    const answer = await clock.read();
    expectOk(answer);
    expect(answer.body).toEqual({ now: expect.stringMatching(TIMESTAMP), aheadSeconds: 0 });
    expectNow(answer, since);
  });

  test('advances its clock again and again, and resets it', async () => {
    const since = Date.now();
    const first = await clock.move({ advanceSeconds: 3 * DAY });
    expectOk(first);
    expect(first.body).toEqual({ now: expect.stringMatching(TIMESTAMP), aheadSeconds: 3 * DAY });
    expectNow(first, since);
    expect((await clock.move({ advanceSeconds: 1 })).body).toMatchObject({ aheadSeconds: 3 * DAY + 1 });
    expect((await clock.read()).body).toMatchObject({ aheadSeconds: 3 * DAY + 1 });
    expect((await clock.move({ reset: true })).body).toMatchObject({ aheadSeconds: 0 });
  });

  test('accepts a trailing slash, any JSON media type, and the token scheme in any case', async () => {
    const answer = await fetch(new URL(`${CLOCK}/`, library.service.url), {
      method: 'POST',
      headers: {
        'content-type': 'application/problem+json; charset=utf-8',
        authorization: `bearer ${OPERATOR_TOKEN}`,
      },
      body: '{ "advanceSeconds" : 5 }',
    });
    expect(answer.status).toBe(200);
    expect((await clock.read()).body).toMatchObject({ aheadSeconds: 5 });
  });

  test.each([
    ['none', ''],
    ['an empty object', '{}'],
    ['a list', '[]'],
    ['a number', '60'],
    ['not JSON', '{"advanceSeconds":'],
    ['both', '{"advanceSeconds":60,"reset":true}'],
    ['a repeated member', '{"advanceSeconds":60,"advanceSeconds":60}'],
    ['an additional member', '{"advanceSeconds":60,"why":"a test"}'],
    ['a field list', '{"fields":[{"name":"advanceSeconds","value":"60"}]}'],
  ])('does not move its clock when the body is %s', async (_, body) => {
    const answer = await clock.move(body);
    expect([answer.status, ['InvalidRequestBody', 'InvalidFieldValue']]).toEqual([
      400,
      expect.arrayContaining([answer.body.errorCode]),
    ]);
    expect((await clock.read()).body).toMatchObject({ aheadSeconds: 0 });
  });

  test.each([
    '0',
    '-1',
    '1.5',
    '1e3',
    '"60"',
    'true',
    'null',
    '315360001',
    '9'.repeat(400),
    '[60]',
    '{}',
    '060',
  ])('does not move its clock when advanceSeconds is %s', async (value) => {
    const answer = await clock.move(`{"advanceSeconds":${value}}`);
    expect(answer.status).toBe(400);
    expect((await clock.read()).body).toMatchObject({ aheadSeconds: 0 });
  });

  test.each(['false', '1', '"true"', 'null'])('does not move its clock when reset is %s', async (value) => {
    await clock.advance(60);
    const answer = await clock.move(`{"reset":${value}}`);
    expect(answer.status).toBe(400);
    expect((await clock.read()).body).toMatchObject({ aheadSeconds: 60 });
  });

  test('refuses a body with another media type, and one that is too large', async () => {
    const operator = new PatronClient(library.service.url, OPERATOR_TOKEN);
    expectRefusal(
      await operator.send('POST', CLOCK, {
        headers: { 'content-type': 'text/plain' },
        body: '{"reset":true}',
      }),
      'UnsupportedMediaType',
    );
    const large = `{"advanceSeconds":60,"x":"${'x'.repeat(70_000)}"}`;
    expectRefusal(
      await operator.send('POST', CLOCK, { headers: JSON_HEADERS, body: large }),
      'PayloadTooLarge',
    );
  });

  test('advances at most a hundred years, so that every year has four digits', async () => {
    for (let decade = 0; decade < 10; decade++) await clock.advance(10 * 365 * DAY);
    const before = (await clock.read()).body as ClockBody;
    expectRefusal(await clock.move({ advanceSeconds: 1 }), 'InvalidFieldValue', 'reset it');
    expect((await clock.read()).body).toMatchObject({ aheadSeconds: before.aheadSeconds });
    expect((await clock.move({ reset: true })).body).toMatchObject({ aheadSeconds: 0 });
  });

  test('allows only the operator', async () => {
    const patron = await library.addPatron();
    const stranger = new PatronClient(library.service.url, 'x'.repeat(40));
    const almost = new PatronClient(library.service.url, OPERATOR_TOKEN.slice(0, -1));
    for (const client of [patron, stranger, almost]) {
      expectRefusal(await client.get(CLOCK), 'Unauthorized');
      const move = { headers: JSON_HEADERS, body: '{"advanceSeconds":60}' };
      expectRefusal(await client.send('POST', CLOCK, move), 'Unauthorized');
    }
    for (const path of [CLOCK, `${CLOCK}?access_token=${OPERATOR_TOKEN}`]) {
      const answer = await fetch(new URL(path, library.service.url));
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
    expect((await clock.read()).body).toMatchObject({ aheadSeconds: 0 });
  });

  test('does not accept the operator as a patron', async () => {
    const operator = new PatronClient(library.service.url, OPERATOR_TOKEN);
    for (const path of ['/v1/patrons/me', '/v1/patrons/me/holds', '/v1/patrons/me/checkouts'])
      expectRefusal(await operator.get(path), 'Unauthorized');
  });
});

describe('there is no clock', () => {
  test.each<[string, Record<string, string>]>([
    ['outside of a sandbox', { OPERATOR_TOKEN }],
    ['with SANDBOX=false', { OPERATOR_TOKEN, SANDBOX: 'false' }],
    ['without an operator’s token', { SANDBOX: 'true' }],
  ])('%s', async (_, settings) => {
    const library = await TestLibrary.alone({}, settings);
    const clock = new SandboxClock(library.service.url);
    expectRefusal(await clock.read(), 'NotFound');
    expectRefusal(await clock.move({ advanceSeconds: 60 }), 'NotFound');
    await library.close();
  });
});

test('a sandbox does not start in production, and says why', async () => {
  const { code, out, err } = await runHoldfast(['serve'], {
    NODE_ENV: 'production',
    SANDBOX: 'true',
    OPERATOR_TOKEN,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
  });
  expect(code).toBe(1);
  expect(out).toContain('SANDBOX must not be true when NODE_ENV is production');
  expect(`${out}${err}`).not.toContain(OPERATOR_TOKEN);
});

test('a move of the clock wakes the timers of another process at once', async () => {
  const deployment = await WorkerDeployment.start(smallLibrary(2, [1]));
  await deployment.addWorker();
  const [[first], [second]] = [await deployment.signIn(1), await deployment.signIn(2)];
  const hold = '/v1/patrons/me/holds/1';
  for (const client of [first!, second!])
    expect((await client.post('/v1/patrons/me/holds', { id: 1, ignoreHoldEmail: true })).status).toBe(201);
  await deployment.clock.advance(72 * HOUR);
  // Without the wake-up the worker would check again after a minute, which is longer than this waits.
  await eventually(async () => expect(conditionIn(await second!.get(hold))).toBe('ready'));
  await deployment.close();
});
