import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../client.js';

/** Longer than the service waits for a request, shorter than a test may take. */
const ANSWER_TIMEOUT_MS = 60_000;

/**
 * Sends these bytes on a new connection, whatever they are, and reads one answer.
 * @param options.delay milliseconds between one piece and the next
 * @param options.hangUp closes the client's side once all is sent
 */
export async function sendBytes(
  url: string,
  pieces: readonly (string | Buffer)[],
  { delay = 0, hangUp = false }: { delay?: number; hangUp?: boolean } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const answer = new Promise<Answer>((resolve, reject) => {
    let received = Buffer.alloc(0);
    socket.setTimeout(ANSWER_TIMEOUT_MS, () =>
      reject(new Error(`There was no complete answer, only: ${received.toString()}`)),
    );
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      const complete = readAnswer(received);
      if (complete) resolve(complete);
    });
    socket.on('close', () => reject(new Error(`The connection was closed after: ${received.toString()}`)));
    // The service may close the connection before all is sent: its answer counts.
    socket.on('error', () => undefined);
  });
  try {
    for (const piece of pieces) {
      if (socket.writable) socket.write(piece);
      if (delay > 0) await Promise.race([sleep(delay), answer]);
    }
    if (hangUp) socket.end();
    return await answer;
  } finally {
    socket.destroy();
  }
}

/** Undefined until the answer is complete. Not for HEAD, whose answers have no body. */
function readAnswer(received: Buffer): Answer | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = received.subarray(0, end).toString().split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => [line.split(':', 1)[0] ?? '', line.replace(/^[^:]*: */, '')]),
  );
  const bytes = received.subarray(end + 4);
  if (bytes.length < Number(headers.get('content-length') ?? 0)) return undefined;
  const text = bytes.toString();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: Number(statusLine.split(' ')[1]), headers, text, body };
}
