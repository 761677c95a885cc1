import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMailTransport } from '../../../src/notifications/sending/mail-transport.js';
import { readConfig } from '../../../src/platform/settings/config.js';
import { expectOk, expectRefusal, TIMESTAMP } from '../../support/answers.js';
import { type Answer, PatronClient } from '../../support/client.js';
import { DAY } from '../../support/clock.js';
import { emptyLibrary } from '../../support/records.js';
import { type RawAnswer, sendRaw } from '../../support/requests/raw-request.js';
import { LOCAL_SANDBOX, OPERATOR_TOKEN, SandboxClock } from '../../support/sandbox-clock.js';
import { TestLibrary } from '../../support/test-library.js';

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

let library: TestLibrary;
let folder: string;
let clock: SandboxClock;
let operator: PatronClient;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-sandbox-'));
  library = await TestLibrary.alone({}, { ...LOCAL_SANDBOX, OPERATOR_TOKEN, DATA_DIR: folder });
  clock = new SandboxClock(library.service.url);
  operator = new PatronClient(library.service.url, OPERATOR_TOKEN);
});
beforeEach(async () => expectOk(await clock.move({ reset: true })));
afterAll(async () => {
  await library.close();
  await rm(folder, { recursive: true, force: true });
});

const expectAhead = async (aheadSeconds: number): Promise<void> =>
  expect((await clock.read()).body).toMatchObject({ aheadSeconds });

describe('the clock of a sandbox', () => {
  test('shows the service’s time, is advanced again and again, and reset', async () => {
    const since = Date.now();
    const unmoved = await clock.read();
    expectOk(unmoved);
    expect(unmoved.body).toEqual({ now: expect.stringMatching(TIMESTAMP), aheadSeconds: 0 });
    expectNow(unmoved, since);
    const first = await clock.move({ advanceSeconds: 3 * DAY });
    expectOk(first);
    expect(first.body).toEqual({ now: expect.stringMatching(TIMESTAMP), aheadSeconds: 3 * DAY });
    expectNow(first, since);
    expect((await clock.move({ advanceSeconds: 1 })).body).toMatchObject({ aheadSeconds: 3 * DAY + 1 });
    await expectAhead(3 * DAY + 1);
    expect((await clock.move({ reset: true })).body).toMatchObject({ aheadSeconds: 0 });
  });

  test('accepts a trailing slash, any JSON media type, and the token scheme in any case', async () => {
    const headers = {
      'content-type': 'application/problem+json; charset=utf-8',
      authorization: `bearer ${OPERATOR_TOKEN}`,
    };
    const request = { method: 'POST', headers, body: '{ "advanceSeconds" : 5 }' };
    expect((await fetch(`${library.service.url}${CLOCK}/`, request)).status).toBe(200);
    await expectAhead(5);
  });

  test.each([
    '',
    '{}',
    '[]',
    '60',
    '{"advanceSeconds":',
    '{"advanceSeconds":60,"reset":true}',
    '{"advanceSeconds":60,"advanceSeconds":60}',
    '{"advanceSeconds":60,"why":"a test"}',
    '{"fields":[{"name":"advanceSeconds","value":"60"}]}',
    ...['0', '-1', '1.5', '1e3', '"60"', 'true', 'null', '315360001', '[60]', '{}', '060'].map(
      (value) => `{"advanceSeconds":${value}}`,
    ),
    `{"advanceSeconds":${'9'.repeat(400)}}`,
    ...['false', '1', '"true"', 'null'].map((value) => `{"reset":${value}}`),
  ])('is not moved by %j', async (body) => {
    await clock.advance(60);
    const answer = await clock.move(body);
    expect([answer.status, ['InvalidRequestBody', 'InvalidFieldValue']]).toEqual([
      400,
      expect.arrayContaining([answer.body.errorCode]),
    ]);
    await expectAhead(60);
  });

  test('is not moved by a body of another media type, or one that is too large', async () => {
    const text = { headers: { 'content-type': 'text/plain' }, body: '{"reset":true}' };
    expectRefusal(await operator.send('POST', CLOCK, text), 'UnsupportedMediaType');
    const large = `{"advanceSeconds":60,"x":"${'x'.repeat(70_000)}"}`;
    const sent = { headers: JSON_HEADERS, body: large };
    expectRefusal(await operator.send('POST', CLOCK, sent), 'PayloadTooLarge');
    await expectAhead(0);
  });

  test('is advanced by a hundred years at most, so that every year has four digits', async () => {
    for (let decade = 0; decade < 10; decade++) await clock.advance(10 * 365 * DAY);
    expectRefusal(await clock.move({ advanceSeconds: 1 }), 'InvalidFieldValue', 'reset it');
    await expectAhead(100 * 365 * DAY);
  });

  test('is the operator’s alone', async () => {
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
    await expectAhead(0);
  });
});

test('there is no clock without an operator’s token, outside of a sandbox, and in production, where no sandbox starts', async () => {
  const withoutOperator = await TestLibrary.alone({}, { SANDBOX: 'true' });
  for (const { service } of [withoutOperator, await TestLibrary.open()]) {
    expectRefusal(await new SandboxClock(service.url).read(), 'NotFound');
    expectRefusal(await new SandboxClock(service.url).move({ advanceSeconds: 60 }), 'NotFound');
  }
  await withoutOperator.close();
  expect(() => readConfig({ NODE_ENV: 'production', SANDBOX: 'true', OPERATOR_TOKEN })).toThrow(
    'SANDBOX must not be true when NODE_ENV is production',
  );
});

describe('the shelf of a sandbox on one’s own machine', () => {
  const SHELF_CLOCK = '/shelf/sandbox/clock';
  const MAILS = '/shelf/sandbox/mails';
  type Headers = readonly (readonly [string, string])[];

  const ask = (path: string, headers: Headers = [], body?: string): Promise<RawAnswer> =>
    sendRaw(library.service.url, {
      method: body === undefined ? 'GET' : 'POST',
      path,
      headers: [...headers, ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const])],
      ...(body !== undefined && { body }),
    });
  const aheadSeconds = async (): Promise<number> =>
    (JSON.parse((await ask(SHELF_CLOCK)).text) as ClockBody).aheadSeconds;

  test('lets its own page move the clock, and no other', async () => {
    const body = '{"advanceSeconds":3600}';
    for (const headers of [
      [],
      [['Sec-Fetch-Site', 'cross-site']],
      [['Origin', 'https://evil.example.org']],
    ] as Headers[])
      expect((await ask(SHELF_CLOCK, headers, body)).status).toBe(400);
    expect(await aheadSeconds()).toBe(0);
    expect((await ask(SHELF_CLOCK, [['Sec-Fetch-Site', 'same-origin']], body)).status).toBe(200);
    expect(await aheadSeconds()).toBe(3600);
  });

  test.each([
    'evil.example.org',
    'evil.example.org:80',
    '127.0.0.1.example.org',
    'localhost.example.org',
    '',
  ])(
    'has neither clock nor mails under the name %j, which somebody else may have pointed here',
    async (host) => {
      const headers: Headers = [
        ['Host', host],
        ['Sec-Fetch-Site', 'same-origin'],
      ];
      for (const answer of [
        await ask(SHELF_CLOCK, headers),
        await ask(SHELF_CLOCK, headers, '{"reset":true}'),
        await ask(MAILS, headers),
      ])
        expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('NotFound')]);
    },
  );

  test('shows the mails that were written, the newest first', async () => {
    expect(JSON.parse((await ask(MAILS)).text)).toEqual({ mails: [] });
    const transport = createMailTransport(readConfig({ ...LOCAL_SANDBOX, DATA_DIR: folder }));
    const [to, language] = ['reader@example.org', 'de'] as const;
    const sender = { name: 'Library', address: 'library@example.org', replyTo: null, bouncesTo: null };
    for (const subject of ['First', 'Grüße & more']) {
      const texts = { text: `Für dich: ${subject}\n`, html: '<p>Not this.</p>', language };
      const mail = { sender, to, subject, messageId: `${subject.length}@example.org`, ...texts };
      await transport.deliver(mail, new AbortController().signal);
    }
    const writtenAt = expect.stringMatching(TIMESTAMP) as unknown;
    expect(JSON.parse((await ask(MAILS)).text)).toEqual({
      mails: [
        { writtenAt, to, subject: 'Grüße & more', text: 'Für dich: Grüße & more' },
        { writtenAt, to, subject: 'First', text: 'Für dich: First' },
      ],
    });
  });

  test('shows the demo library’s cards once that is loaded, and no others', async () => {
    const page = async (): Promise<string> => (await ask('/shelf')).text;
    await library.import(...emptyLibrary(37, { name: 'Not the demo' }));
    expect(await page()).not.toContain('data-pin');
    await library.import(...emptyLibrary(37, { name: 'Harbour Public Library' }));
    expect(await page()).toContain('data-website-id="37" data-card-number="28000000001001" data-pin="2468"');
  });
});
