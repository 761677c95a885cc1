import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Config } from '../../../../src/platform/settings/config.js';
import { CONSTANTS } from '../../../../src/platform/settings/constants.js';
import { type Upload, Uploads } from '../../../../src/staff/imports/uploads.js';

const MAX_MEGABYTES = 1;
const [HERE, THERE] = [37, 38];

let uploadsFolder: string;
let uploads: Uploads;
let kept: Upload[];
beforeEach(async () => {
  uploadsFolder = await mkdtemp(join(tmpdir(), 'holdfast-uploads-'));
  const config = { ...CONSTANTS, uploadsFolder, uploadsMaxMegabytes: MAX_MEGABYTES };
  uploads = new Uploads(config as unknown as Config);
  kept = [];
});
afterEach(async () => {
  for (const upload of kept) await upload.discard();
  await rm(uploadsFolder, { recursive: true });
});

async function keep(websiteId: number, text = 'x'): Promise<Upload> {
  const upload = await uploads.keep(websiteId, Readable.from([Buffer.from(text)]));
  kept.push(upload);
  return upload;
}

const isRefused = (upload: Promise<unknown>): Promise<void> =>
  expect(upload).rejects.toMatchObject({ code: 'ServiceUnavailable' });

test('a library whose uploads never end leaves places for others', async () => {
  // The server listens to a request's errors before the request is read.
  const never = (): Readable => new Readable({ read: () => undefined }).on('error', () => undefined);
  const slow = [never(), never()];
  const endings = slow.map((content) => uploads.keep(HERE, content).catch(() => undefined));
  await isRefused(keep(HERE));
  await keep(THERE);
  for (const content of slow) content.destroy(new Error('The client has left.'));
  await Promise.all(endings);
  await keep(HERE);
});

test('so does one whose files wait for somebody', async () => {
  const keepWaiting = async (): Promise<void> => (await keep(HERE)).wait();
  for (let file = 1; file <= 7; file++) await keepWaiting();
  await isRefused(keepWaiting());
  for (let file = 1; file <= 4; file++) (await keep(THERE)).wait();
});

test('and one that keeps as many bytes as it may', async () => {
  const large = 'x'.repeat(600 * 1024);
  await keep(HERE, large);
  await isRefused(keep(HERE, large));
  await keep(THERE, large);
});

test('uploads of a library are imported one after the other, and those of another meanwhile', async () => {
  const [first, second, other] = [await keep(HERE), await keep(HERE), await keep(THERE)];
  const { promise, resolve: end } = Promise.withResolvers<string>();
  const done: string[] = [];
  const imported = first.inTurn(() => promise).then((each) => done.push(each));
  const next = second.inTurn(() => Promise.resolve('second')).then((each) => done.push(each));
  await other.inTurn(() => Promise.resolve('other')).then((each) => done.push(each));
  end('first');
  await Promise.all([imported, next]);
  expect(done).toEqual(['other', 'first', 'second']);
});

test('an upload is read from its start again after a reader has stopped halfway', async () => {
  const text = 'row\n'.repeat(50_000);
  const upload = await keep(HERE, text);
  const { signal } = new AbortController();
  for await (const piece of upload.read(signal)) {
    expect(piece.toString()).toMatch(/^row\n/);
    break;
  }
  const pieces = await Readable.from(upload.read(signal)).toArray();
  expect(Buffer.concat(pieces as Buffer[]).toString()).toBe(text);
});
