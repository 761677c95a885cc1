import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { statement } from '../../../../src/platform/database/statement.js';
import { type HeldConnection, holdConnection } from '../../../support/requests/held-connections.js';
import { smallLibrary, title, toLines } from '../../../support/records.js';
import { OPERATOR_TOKEN } from '../../../support/sandbox-clock.js';
import { type ServiceUnderTest, startService } from '../../../support/service.js';

let service: ServiceUnderTest;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-unending-'));
  const limits = { RECORDS_MAX_MB: '1', UPLOADS_SILENCE_SECONDS: '1', UPLOADS_DIR: folder };
  service = await startService(smallLibrary(1, []), { OPERATOR_TOKEN, ...limits });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sends these parts of a body that goes on, and waits until the service has closed the connection. */
async function answerTo(path: string, type: string, ...parts: readonly string[]): Promise<string> {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: test',
    `Authorization: Bearer ${OPERATOR_TOKEN}`,
    `Content-Type: ${type}`,
    'Transfer-Encoding: chunked',
    '\r\n',
  ];
  const sent: HeldConnection = await holdConnection(service.url, head.join('\r\n'));
  for (const part of parts) sent.write(`${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`);
  await sent.ended;
  sent.destroy();
  return sent.received();
}

const NDJSON = 'application/x-ndjson';
const TITLES = statement<{ number: number }>('test-titles', 'SELECT cross_ref_id AS number FROM title');

test('records of more bytes than one request may send are refused while they arrive, and those before stay', async () => {
  const blank = `${' '.repeat(1_023)}\n`.repeat(1_024);
  const records = toLines(...Array.from({ length: 1_000 }, (_, index) => title(index + 1)));
  const answer = await answerTo('/operator/v1/records', NDJSON, records, blank);
  expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*^connection: close\r$[^]*"PayloadTooLarge"/im);
  expect(answer).toContain('1 MB (RECORDS_MAX_MB)');
  expect((await service.database.run(TITLES)).length).toBe(1_000);
});

test.each([
  ['of records', '/operator/v1/records', NDJSON, [`${JSON.stringify({ record: 'title' })}\n`]],
  ['of an upload', '/operator/v1/libraries/37/imports', NDJSON, ['{}\n']],
  ['of records, from the start', '/operator/v1/records', NDJSON, []],
])('a body %s that falls silent is refused, and its connection closed', async (_, path, type, parts) => {
  const answer = await answerTo(path, type, ...parts);
  expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*^connection: close\r$[^]*"RequestTimeout"/im);
  expect(answer).toContain('for 1 seconds (UPLOADS_SILENCE_SECONDS)');
});
