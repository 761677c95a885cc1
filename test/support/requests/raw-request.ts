import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { requireConformance } from './openapi-conformance.js';

/** A request that `fetch` cannot send: a GET with a body, a header twice, another Host. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  /** Names and values, as they go over the wire. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Buffer;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test states the shape by asserting it
  readonly body: any;
}

/**
 * Sends one request on a new connection, with the path exactly as given. Checks the answer against openapi.json.
 */
export async function sendRaw(
  baseUrl: string,
  sent: RawRequest,
  /** Another check only where the test itself defines the address. */
  check = requireConformance,
): Promise<RawAnswer> {
  const answer = await exchange(baseUrl, sent);
  check({ ...answer, method: sent.method, path: sent.path });
  return answer;
}

function exchange(baseUrl: string, { method, path, headers = [], body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port, host, protocol } = new URL(baseUrl);
  const request = protocol === 'https:' ? requestHttps : requestHttp;
  const named = (name: string): boolean => headers.some(([given]) => given.toLowerCase() === name);
  const length = body === undefined ? [] : [['Content-Length', String(Buffer.byteLength(body))] as const];
  const all = [...(named('host') ? [] : [['Host', host] as const]), ...length, ...headers];
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, method, path, headers: all.flat(), agent: false, setHost: false },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          resolve(readAnswer(answer, Buffer.concat(chunks).toString('utf8')));
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

function readAnswer({ statusCode = 0, headers }: IncomingMessage, text: string): RawAnswer {
  // Only Set-Cookie comes as a list.
  const named = Object.entries(headers).flatMap(([name, value = []]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  return { status: statusCode, headers: new Headers(named), text, body: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
