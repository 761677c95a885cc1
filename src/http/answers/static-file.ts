import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';

/** A file that is the same for every client. It is made, or read, once. */
export interface StaticFile {
  readonly mediaType: string;
  /** Best first; the last is uncompressed. */
  readonly variants: readonly Variant[];
}

interface Variant {
  readonly encoding: 'br' | 'gzip' | 'identity';
  readonly content: Buffer;
  readonly etag: string;
}

/** Fast, because requests wait meanwhile. A higher quality would save a tenth. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export function staticFile(mediaType: string, content: Buffer): StaticFile {
  return compressedFile(mediaType, {
    br: brotliCompressSync(content, QUALITY),
    gzip: gzipSync(content),
    identity: content,
  });
}

/** A file whose compressed contents exist already. */
export function compressedFile(
  mediaType: string,
  { br, gzip, identity }: Readonly<Record<Variant['encoding'], Buffer>>,
): StaticFile {
  return { mediaType, variants: [variant('br', br), variant('gzip', gzip), variant('identity', identity)] };
}

/** The hash is made when the file is first sent: a start would wait for those of megabytes. */
function variant(encoding: Variant['encoding'], content: Buffer): Variant {
  let etag: string | undefined;
  return {
    encoding,
    content,
    get etag() {
      return (etag ??= `"${createHash('sha256').update(content).digest('base64url')}"`);
    },
  };
}

/** Sends the best encoding that the client accepts, or 304 if the client has the file already. */
export function sendFile(request: Request, response: Response, { mediaType, variants }: StaticFile): void {
  const accepted = request.acceptsEncodings();
  const best = variants.find(({ encoding }) => accepted.includes(encoding)) ?? variants.at(-1);
  if (best === undefined) return;
  if (best.encoding !== 'identity') response.set('Content-Encoding', best.encoding);
  response.type(mediaType).vary('Accept-Encoding').set('ETag', best.etag).send(best.content);
}
