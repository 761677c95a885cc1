import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { signAddress } from '../../../../src/checkouts/content/signature.js';
import { downloadPath } from '../../../support/checkouts/expected-formats.js';
import { expectOk } from '../../../support/answers.js';
import { collectOutput } from '../../support/processes.js';
import { freePort } from '../../../support/free-port.js';
import { TestLibrary } from '../../../support/test-library.js';
import { borrowFrom, CONTENT_KEY } from '../../../support/content/lenders.js';

const EXAMPLE = fileURLToPath(new URL('../../../../examples/content-server.mjs', import.meta.url));
const FORMER_KEY = 'the-key-before-this-one-0000000000001';
const FOREIGN_KEY = 'a-key-that-the-server-does-not-know-1';

let base: string;
let server: ChildProcess;
let library: TestLibrary;
beforeAll(async () => {
  const port = String(await freePort());
  base = `http://127.0.0.1:${port}`;
  const env = { PORT: port, BASE_URL: base, CONTENT_KEYS: `${CONTENT_KEY} ${FORMER_KEY}` };
  server = spawn(process.execPath, [EXAMPLE], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = collectOutput(server.stdout, server.stderr);
  await new Promise<void>((resolve, reject) => {
    server.stdout?.once('data', () => resolve());
    server.once('close', (code) => reject(new Error(`The example ended with ${code}: ${output()}`)));
  });
  const settings = { CONTENT_URL: `${base}/{reserveId}/{formatType}`, CONTENT_KEY };
  library = await TestLibrary.alone({}, settings);
});
afterAll(async () => {
  await library.close();
  const ended = once(server, 'exit');
  server.kill();
  await ended;
});

async function linkOfLoan(formatType = 'ebook-epub-adobe'): Promise<string> {
  const { patron, title } = await borrowFrom(library);
  const answer = await patron.get(downloadPath(title, formatType));
  expectOk(answer);
  return answer.body.links.contentlink.href;
}

const statusOf = async (href: string): Promise<number> => (await fetch(href)).status;
const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

test('the example of a content server lets in who has a link from the service', async () => {
  const answer = await fetch(await linkOfLoan());
  expect([answer.status, await answer.text()]).toEqual([200, 'Here you are.\n']);
});

test('it lets nobody in with a link that was altered', async () => {
  const href = await linkOfLoan();
  const altered = [
    href.replace('ebook-epub-adobe', 'ebook-overdrive'),
    href.replace(/expires=(\d)/, 'expires=9$1'),
    href.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    href.replace(/&signature=.*/, ''),
    href.replace(/signature=.*/, 'signature='),
    `${href}x`,
    `${href}&more=1`,
    href.replace('?', '?more=1&'),
    `${base}/`,
  ];
  for (const other of altered) {
    expect(other).not.toBe(href);
    expect([other, await statusOf(other)]).toEqual([other, 403]);
  }
});

test('it lets nobody in with a link that has ended, but allows for clocks that differ a little', async () => {
  const ending = (seconds: number): string =>
    signAddress(`${base}/1/ebook-overdrive`, inSeconds(seconds), CONTENT_KEY);
  expect(await statusOf(ending(60))).toBe(200);
  expect(await statusOf(ending(-5))).toBe(200);
  expect(await statusOf(ending(-60))).toBe(403);
});

test('it takes each of its keys, and no other', async () => {
  const signedBy = (key: string): string => signAddress(`${base}/1/ebook-overdrive`, inSeconds(60), key);
  expect(await statusOf(signedBy(FORMER_KEY))).toBe(200);
  expect(await statusOf(signedBy(FOREIGN_KEY))).toBe(403);
  expect(await statusOf(signedBy(''))).toBe(403);
});

test('it lets nobody in with a link for another server', async () => {
  const href = signAddress('http://elsewhere.example.org/1/ebook-overdrive', inSeconds(60), CONTENT_KEY);
  expect(await statusOf(href.replace('http://elsewhere.example.org', base))).toBe(403);
});
