import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { statement } from '../../../../src/platform/database/statement.js';
import { expectOk, expectRefusal, JSON_TYPE } from '../../../support/answers.js';
import { type OperatorClient, RECORDS } from '../../../support/operator/operator-client.js';
import { ticketsWithNotice, useSharedLibrary } from '../../../support/operator/operator-library.js';
import { copies, smallLibrary, type TestRecord, title, toLines } from '../../../support/records.js';
import { type HeldConnection, holdConnection } from '../../../support/requests/held-connections.js';
import { OPERATOR_TOKEN } from '../../../support/sandbox-clock.js';
import { NO_TIMEOUTS } from '../../../support/database.js';
import { type ServiceUnderTest, startService } from '../../../support/service.js';
import type { TestLibrary } from '../../../support/test-library.js';

const NDJSON = 'application/x-ndjson';
const UPLOADS = '/operator/v1/libraries/37/imports';

const TITLES = statement<{ number: number }>(
  'test-titles',
  'SELECT cross_ref_id AS number FROM title WHERE cross_ref_id BETWEEN $1 AND $2 ORDER BY 1',
);

describe('records over HTTP', () => {
  let library: TestLibrary;
  let operator: OperatorClient;
  useSharedLibrary((opened) => ({ library, operator } = opened));

  /** No other test's title has this number. */
  const own = (number: number): number => library.websiteId * 1_000 + number;
  const titles = async (): Promise<number[]> =>
    (await library.service.database.run(TITLES, [own(0), own(999)])).map(({ number }) => number - own(0));

  test('are applied: holds wait, and the request with the copies gives them out and queues the notices', async () => {
    const { websiteId } = library;
    const { crossRefId, reserveId } = await library.addTitle(0);
    const patrons = await library.addPatrons(3);
    const holds = patrons.map(({ patronId, emailAddress }) => ({
      ...{ record: 'hold', websiteId, patronId, reserveId, emailAddress },
    }));
    const placed = await operator.sendRecords(toLines(...holds));
    expectOk(placed);
    expect(placed.body).toMatchObject({ applied: 3, rejected: 0, pinsRemoved: 0, errors: [] });
    expect(await ticketsWithNotice(library)).toEqual([]);
    expectOk(await operator.sendRecords(toLines({ ...copies(crossRefId, 2), websiteId })));
    expect(await ticketsWithNotice(library)).toEqual([1, 2]);
    expectOk(await operator.sendRecords(''));
  });

  test('are reported by line where they are bad, and all others are applied', async () => {
    const attic: TestRecord = { ...copies(own(1), 1, 'attic'), websiteId: library.websiteId };
    const lines = toLines(title(own(1)), '{"record":"title"', '', title(own(2)), attic, title(own(3)));
    const answer = await operator.sendRecords(lines);
    const errors = [
      { line: 2, message: 'is not valid JSON' },
      { line: 5, message: `collection "attic" is unknown in library ${library.websiteId}` },
    ];
    const effects = { added: 3, changed: 0, unchanged: 0, removed: 0, merged: 0 };
    const counts = { pinsRemoved: 0, blocksKept: 0, holdsBeyondRules: 0 };
    const report = { applied: 3, rejected: 2, ...counts, effects, errors };
    expect([answer.status, answer.body]).toEqual([422, report]);
    expect(answer.headers.get('content-type')).toBe(JSON_TYPE);
    expect(await titles()).toEqual([1, 2, 3]);
  });

  test('are counted beyond the limit of reported errors', async () => {
    const { status, body } = await operator.sendRecords('nonsense\n'.repeat(1_005));
    expect([status, body.rejected, body.errors.length]).toEqual([422, 1_005, 1_000]);
    expect(body.errors[999]).toEqual({ line: 1_000, message: 'is not valid JSON' });
  });

  test.each([
    ['JSON', { 'content-type': 'application/json' }],
    ['text', { 'content-type': 'text/plain' }],
    ['a form, as curl sends without a type', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['another character set', { 'content-type': `${NDJSON}; charset=iso-8859-1` }],
    ['no content type', {}],
  ])('are refused as %s, and nothing of them is applied', async (_, headers) => {
    const body = Buffer.from(toLines(title(own(1))));
    expectRefusal(await operator.sendRecords(body, headers), 'UnsupportedMediaType', NDJSON);
    expect(await titles()).toEqual([]);
  });

  test('are refused when they are compressed, but may name their character set', async () => {
    const headers = { 'content-type': NDJSON, 'content-encoding': 'gzip' };
    const answer = await operator.sendRecords(gzipSync(toLines(title(own(1)))), headers);
    expectRefusal(answer, 'UnsupportedMediaType', 'without a content encoding');
    expect(await titles()).toEqual([]);
    const type = { 'content-type': `${NDJSON}; charset=UTF-8` };
    expectOk(await operator.sendRecords(toLines(title(own(1))), type));
    expect(await titles()).toEqual([1]);
  });
});

describe('a body that goes on', () => {
  let service: ServiceUnderTest;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-unending-'));
    const limits = {
      ...{ maxStreamMegabytes: 1, silenceSeconds: 2, requestTimeoutSeconds: 1 },
      uploadBytesPerSecond: 1_000,
    };
    const settings = { OPERATOR_TOKEN, DATA_DIR: folder };
    service = await startService(smallLibrary(1, []), settings, NO_TIMEOUTS, limits);
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  const chunk = (part: string): string => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`;

  function begin(path: string): Promise<HeldConnection> {
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: test',
      `Authorization: Bearer ${OPERATOR_TOKEN}`,
      `Content-Type: ${NDJSON}`,
      'Transfer-Encoding: chunked',
      '\r\n',
    ];
    return holdConnection(service.url, head.join('\r\n'));
  }

  /** Once the service has closed the connection. */
  async function answerOn(sent: HeldConnection): Promise<string> {
    await sent.ended;
    sent.destroy();
    return sent.received();
  }

  async function answerTo(path: string, ...parts: readonly string[]): Promise<string> {
    const sent = await begin(path);
    for (const part of parts) sent.write(chunk(part));
    return answerOn(sent);
  }

  test('with more bytes than one request may send is refused while it arrives, and the records before stay', async () => {
    const blank = `${' '.repeat(1_023)}\n`.repeat(1_024);
    const records = toLines(...Array.from({ length: 1_000 }, (_, index) => title(index + 1)));
    const answer = await answerTo(RECORDS, records, blank);
    expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*^connection: close\r$[^]*"PayloadTooLarge"/im);
    expect(answer).toContain('more than 1 MB');
    expect((await service.database.run(TITLES, [1, 1_000])).length).toBe(1_000);
  });

  test('and trickles takes the place of an upload only for a while', async () => {
    const sent = await begin(UPLOADS);
    const going = setInterval(() => sent.write(chunk('\n')), 200);
    const answer = await answerOn(sent);
    clearInterval(going);
    expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*^connection: close\r$[^]*"RequestTimeout"/im);
    expect(answer).toContain('waited for 2 seconds');
  });

  test('and falls silent is refused, and its connection closed', async () => {
    const answers = await Promise.all([
      answerTo(RECORDS, `${JSON.stringify({ record: 'title' })}\n`),
      answerTo(UPLOADS, '{}\n'),
      answerTo(RECORDS),
    ]);
    for (const answer of answers) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*^connection: close\r$[^]*"RequestTimeout"/im);
      expect(answer).toContain('for 2 seconds');
    }
  });

  test('may take longer than any other request, and be in pieces', async () => {
    const post = (path: string, type: string, token: string): ReturnType<typeof request> =>
      request(new URL(path, service.url), {
        method: 'POST',
        headers: { 'content-type': type, authorization: `Bearer ${token}` },
      });
    const upload = post(RECORDS, NDJSON, OPERATOR_TOKEN);
    const answered = once(upload, 'response');
    const [line, rest] = [toLines(title(2_001)), toLines(title(2_002)).trimEnd()];
    upload.write(line.slice(0, 40));
    const going = setInterval(() => upload.write('\n'), 200);
    upload.write(line.slice(40));
    const slow = post('/v1/patrons/me/holds', 'application/json', (await service.signIn(1)).token);
    slow.write('{');
    const [refused] = (await once(slow, 'response')) as [{ statusCode: number }];
    expect(refused.statusCode).toBe(408);
    slow.destroy();
    clearInterval(going);
    upload.end(rest);
    const [response] = (await answered) as [AsyncIterable<Buffer> & { statusCode: number }];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    expect([response.statusCode, JSON.parse(Buffer.concat(chunks).toString())]).toMatchObject([
      200,
      { applied: 2, rejected: 0, pinsRemoved: 0, errors: [] },
    ]);
  });
});
