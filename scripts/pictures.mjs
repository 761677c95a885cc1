/**
 * Takes the pictures of the documentation: `npm run pictures`. It starts the service with the demo library in a folder of its
 * own, and a browser. It needs Debian's package `chromium-headless-shell` or `chromium`, and the browser's driver of the full tests.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SMTPServer } from 'smtp-server';
import { takeChartPictures } from './pictures/charts.mjs';
import { takeConsolePictures } from './pictures/console.mjs';

const PROGRAM = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const SHELF = new URL('./pictures/shelf.mjs', import.meta.url);
const OPERATOR_TOKEN = 'a-token-for-pictures-that-is-long-enough';
/** Mail to this domain is refused. */
const WRONG_DOMAIN = 'exmaple.org';

const { chromium } = browserDriver();
const folder = await mkdtemp(join(tmpdir(), 'holdfast-pictures-'));
const mailServer = await startMailServer();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const environment = {
  DATA_DIR: folder,
  HOST: '127.0.0.1',
  PORT: String(port),
  METRICS_PORT: String(port),
  PUBLIC_URL: url,
  OPERATOR_TOKEN,
  SANDBOX: 'true',
  SHELF: 'true',
  SMTP_URL: `smtp://127.0.0.1:${mailServer.server.address().port}`,
  LOG_LEVEL: 'silent',
};
const service = spawn(process.execPath, [PROGRAM, 'serve'], {
  env: environment,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await chromium.launch({
  executablePath: ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  await untilReady(service);
  const context = { browser, url, operatorToken: OPERATOR_TOKEN, wrongDomain: WRONG_DOMAIN, run };
  const consoleFolder = 'docs/pictures/console';
  await takeConsolePictures({ ...context, folder: consoleFolder });
  if (existsSync(SHELF)) {
    const { takeShelfPictures } = await import(SHELF.href);
    await takeShelfPictures({ ...context, folder: 'docs/pictures/shelf' });
  }
  await takeChartPictures({ ...context, folder: consoleFolder });
} finally {
  await browser.close();
  if (service.exitCode === null) {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
  mailServer.close();
  await rm(folder, { recursive: true, force: true });
}

/** @returns playwright-core, which belongs to the packages of the full tests */
function browserDriver() {
  try {
    return createRequire(new URL('../test/full/', import.meta.url))('playwright-core');
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    throw new Error('playwright-core is not installed: run npm ci --prefix test/full.', { cause: error });
  }
}

/** Runs a command of the service with this input. @returns its output */
async function run(args, input = '') {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: environment,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (piece) => (output += piece));
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`holdfast ${args.join(' ')} ended with ${code}.`);
  return output.trim();
}

async function untilReady(child) {
  let output = '';
  for await (const piece of child.stdout) {
    output += piece;
    if (output.includes('Holdfast is ready')) break;
  }
  if (!output.includes('Holdfast is ready')) throw new Error(`The service did not start: ${output}`);
  // Nobody reads the rest.
  child.stdout.resume();
}

async function startMailServer() {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo: ({ address }, _, answer) =>
      answer(
        address.endsWith(`@${WRONG_DOMAIN}`)
          ? Object.assign(new Error('No such mailbox'), { responseCode: 550 })
          : undefined,
      ),
    onData: (stream, _, answer) => {
      stream.resume();
      stream.once('end', () => answer());
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return server;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address();
  server.close();
  await once(server, 'close');
  return free;
}
