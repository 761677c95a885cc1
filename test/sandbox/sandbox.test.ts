import { once } from 'node:events';
import { expectOk, expectRefusal, TIMESTAMP } from '../support/answers.js';
import { type Answer, PatronClient } from '../support/client.js';
import { DAY, eventually, HOUR } from '../support/clock.js';
import { conditionIn } from '../support/conditions.js';
import { collectOutput, runHoldfast } from '../support/processes.js';
import { smallLibrary } from '../support/records.js';
import { TestLibrary } from '../support/test-library.js';
import { Crew } from '../support/worker-processes.js';
import { OPERATOR_TOKEN, SANDBOX_SETTINGS, SandboxClock } from '../support/worker.js';

const CLOCK = '/sandbox/v1/clock';
const JSON_HEADERS = { 'content-type': 'application/json' };

interface ClockBody {
  readonly now: string;
  readonly aheadSeconds: number;
}

/** The database's clock may be a little off this one, and is told without fractions of a second. */
const CLOCKS_DIFFER_MS = 3_000;

/** An answer that was asked for at `since` tells the time between then and now, moved ahead as it says. */
function expectNow({ body }: Answer, since: number): void {
  const { now, aheadSeconds } = body as ClockBody;
  const told = Date.parse(now) - aheadSeconds * 1000;
  expect(told).toBeGreaterThan(since - CLOCKS_DIFFER_MS);
  expect(told).toBeLessThan(Date.now() + CLOCKS_DIFFER_MS);
}

describe('a sandbox', () => {
  let library: TestLibrary;
  let clock: SandboxClock;
  beforeAll(async () => {
    library = await TestLibrary.open({}, SANDBOX_SETTINGS);
    clock = new SandboxClock(library.service.url);
  });
  beforeEach(async () => {
    expectOk(await clock.move({ reset: true }));
  });
  afterAll(() => library.close());

  test('tells the service’s time, and how far it is ahead', async () => {
    const since = Date.now();
    const answer = await clock.read();
    expectOk(answer);
    expect(answer.body).toEqual({ now: expect.stringMatching(TIMESTAMP), aheadSeconds: 0 });
    expectNow(answer, since);
  });

  test('moves its clock by what it is told, each time further, and back to the true time', async () => {
    const since = Date.now();
    const first = await clock.move({ advanceSeconds: 3 * DAY });
    expectOk(first);
    expect(first.body).toEqual({ now: expect.stringMatching(TIMESTAMP), aheadSeconds: 3 * DAY });
    expectNow(first, since);
    expect((await clock.move({ advanceSeconds: 1 })).body).toMatchObject({ aheadSeconds: 3 * DAY + 1 });
    expect((await clock.read()).body).toMatchObject({ aheadSeconds: 3 * DAY + 1 });
    expect((await clock.move({ reset: true })).body).toMatchObject({ aheadSeconds: 0 });
  });

  test('may be asked with a trailing slash, any JSON type, and a token scheme in any case', async () => {
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
    ['no JSON', '{"advanceSeconds":'],
    ['both', '{"advanceSeconds":60,"reset":true}'],
    ['the same twice', '{"advanceSeconds":60,"advanceSeconds":60}'],
    ['something else beside', '{"advanceSeconds":60,"why":"a test"}'],
    ['a field list', '{"fields":[{"name":"advanceSeconds","value":"60"}]}'],
  ])('moves nothing when the body is %s', async (_, body) => {
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
  ])('moves nothing when advanceSeconds is %s', async (value) => {
    const answer = await clock.move(`{"advanceSeconds":${value}}`);
    expect(answer.status).toBe(400);
    expect((await clock.read()).body).toMatchObject({ aheadSeconds: 0 });
  });

  test.each(['false', '1', '"true"', 'null'])('moves nothing when reset is %s', async (value) => {
    await clock.advance(60);
    const answer = await clock.move(`{"reset":${value}}`);
    expect(answer.status).toBe(400);
    expect((await clock.read()).body).toMatchObject({ aheadSeconds: 60 });
  });

  test('refuses a body of another type, and one too large', async () => {
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

  test('goes a hundred years ahead at most: every time that it tells has a year of four digits', async () => {
    for (let decade = 0; decade < 10; decade++) await clock.advance(10 * 365 * DAY);
    const before = (await clock.read()).body as ClockBody;
    expectRefusal(await clock.move({ advanceSeconds: 1 }), 'InvalidFieldValue', 'reset it');
    expect((await clock.read()).body).toMatchObject({ aheadSeconds: before.aheadSeconds });
    expect((await clock.move({ reset: true })).body).toMatchObject({ aheadSeconds: 0 });
  });

  test('lets in the operator alone', async () => {
    const patron = await library.reader();
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

  test('does not take the operator for a patron', async () => {
    const operator = new PatronClient(library.service.url, OPERATOR_TOKEN);
    for (const path of ['/v1/patrons/me', '/v1/patrons/me/holds', '/v1/patrons/me/checkouts'])
      expectRefusal(await operator.get(path), 'Unauthorized');
  });
});

describe('there is no such clock', () => {
  test.each<[string, Record<string, string>]>([
    ['outside of a sandbox', { OPERATOR_TOKEN }],
    ['in what says that it is none', { OPERATOR_TOKEN, SANDBOX: 'false' }],
    ['without an operator’s token', { SANDBOX: 'true' }],
  ])('%s', async (_, settings) => {
    const library = await TestLibrary.open({}, settings);
    const clock = new SandboxClock(library.service.url);
    expectRefusal(await clock.read(), 'NotFound');
    expectRefusal(await clock.move({ advanceSeconds: 60 }), 'NotFound');
    await library.close();
  });
});

test('production is no sandbox: the start is refused, and says why', async () => {
  const child = runHoldfast(['serve'], {
    NODE_ENV: 'production',
    SANDBOX: 'true',
    OPERATOR_TOKEN,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
  });
  const output = collectOutput(child);
  // Only by then all that it has said is here.
  const [code] = (await once(child, 'close')) as [number | null];
  expect(code).toBe(1);
  expect(output()).toContain('SANDBOX must not be true when NODE_ENV is production');
  expect(output()).not.toContain(OPERATOR_TOKEN);
});

test('a move of the clock wakes the timers of another process at once', async () => {
  const crew = await Crew.start(smallLibrary(2, [1]));
  await crew.addWorker();
  const [[first], [second]] = [await crew.signIn(1), await crew.signIn(2)];
  const hold = '/v1/patrons/me/holds/1';
  for (const client of [first!, second!])
    expect((await client.post('/v1/patrons/me/holds', { id: 1, ignoreHoldEmail: true })).status).toBe(201);
  await crew.clock.advance(72 * HOUR);
  // By itself the worker would look again after a minute, which is longer than is waited for here.
  await eventually(async () => expect(conditionIn(await second!.get(hold))).toBe('ready'));
  await crew.close();
});
