import { once } from 'node:events';
import { connect } from 'node:net';
import type { Answer } from './client.js';

const PATIENCE_MS = 20_000;

/** Sends these bytes, as wrong as they may be, over a connection of their own, and reads one answer. */
export async function sendRaw(url: string, ...pieces: readonly (string | Buffer)[]): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  try {
    return await new Promise<Answer>((resolve, reject) => {
      let received = Buffer.alloc(0);
      socket.setTimeout(PATIENCE_MS, () => reject(new Error(`No answer came, but: ${received.toString()}`)));
      socket.on('data', (bytes: Buffer) => {
        received = Buffer.concat([received, bytes]);
        const answer = readAnswer(received);
        if (answer) resolve(answer);
      });
      socket.on('close', () => reject(new Error(`The connection was closed after: ${received.toString()}`)));
      // The service may hang up before all was sent: what it has answered counts.
      socket.on('error', () => undefined);
      for (const piece of pieces) socket.write(piece);
    });
  } finally {
    socket.destroy();
  }
}

/** A request as it stands on the wire, with the length of its body unless the headers tell it another way. */
export function request(
  line: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer = '',
): Buffer {
  const length = Buffer.byteLength(body);
  const all = { host: 'test', ...(length > 0 && { 'content-length': String(length) }), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${line} HTTP/1.1\r\n${lines.join('')}\r\n`), Buffer.from(body)]);
}

/** The answer to anything but HEAD, once it is complete. */
function readAnswer(received: Buffer): Answer | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = received.subarray(0, end).toString().split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(/: ?(.*)/, 2) as [string, string]));
  const text = received.subarray(end + 4).toString();
  if (Buffer.byteLength(text) < Number(headers.get('content-length') ?? 0)) return undefined;
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: Number(statusLine.split(' ')[1]), headers, text, body };
}
