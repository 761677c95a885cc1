/**
 * A content server that lets in who has a good link of Holdfast (docs/content-server.md). Put your content where it says
 * "Here you are".
 *
 *   CONTENT_KEYS=<the CONTENT_KEY of Holdfast> BASE_URL=https://content.example.org node examples/content-server.mjs
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { env } from 'node:process';

/** Where this server is for its clients; several keys, with spaces between, while one replaces another. */
const { BASE_URL = 'http://localhost:8090', CONTENT_KEYS = '', PORT = '8090' } = env;
const keys = CONTENT_KEYS.split(' ').filter((key) => key.length >= 32);
const CLOCK_SKEW_SECONDS = 30;

function isGood(target) {
  const [, signed, expires, signature] = /^(.*[?&]expires=(\d+))&signature=([\w-]+)$/.exec(target) ?? [];
  if (signed === undefined || Date.now() / 1000 >= Number(expires) + CLOCK_SKEW_SECONDS) return false;
  return keys.some((key) => {
    const expected = createHmac('sha256', key).update(`${BASE_URL}${signed}`).digest('base64url');
    return (
      signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
    );
  });
}

const server = createServer(({ url }, response) => {
  response.setHeader('Content-Type', 'text/plain; charset=utf-8').setHeader('Cache-Control', 'no-store');
  if (isGood(url)) response.end('Here you are.\n');
  else response.writeHead(403).end('This link is not good, or no longer: ask Holdfast for a new one.\n');
});
server.listen(Number(PORT), () => console.log(`A content server listens on port ${PORT}.`));
