import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** The whole decompressed content. @throws Error if it has more than `maxBytes`, before or after decompression */
export async function contentOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return decoded(response, Buffer.concat(chunks), maxBytes);
}

/** The first bytes as they were sent. The connection is closed after them. */
export async function beginningOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

async function decoded({ headers }: IncomingMessage, content: Buffer, maxBytes: number): Promise<Buffer> {
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return content;
  if (encoding !== 'gzip') throw new Error('The answer has an encoding that was not asked for.');
  return promisify(gunzip)(content, { maxOutputLength: maxBytes }).catch((error: unknown) => {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(maxBytes) : error;
  });
}

function tooLarge(maxBytes: number): Error {
  return new Error(`The answer has more than ${maxBytes} bytes.`);
}
