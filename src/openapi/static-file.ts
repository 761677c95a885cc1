import { createHash } from 'node:crypto';
import type { Response } from 'express';

/** What every client is sent as it is: made once, at start. */
export interface StaticFile {
  readonly mediaType: string;
  readonly content: Buffer;
  readonly etag: string;
}

export function staticFile(mediaType: string, content: Buffer): StaticFile {
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  return { mediaType, content, etag };
}

/** To a client that has it already: 304. */
export function sendFile(response: Response, { mediaType, content, etag }: StaticFile): void {
  response.type(mediaType).set('ETag', etag).send(content);
}
