import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';

/** What every client is sent as it is: made, or read, once. */
export interface StaticFile {
  readonly mediaType: string;
  /** The best first, and last the content as it is. */
  readonly variants: readonly Variant[];
}

interface Variant {
  readonly encoding: 'br' | 'gzip' | 'identity';
  readonly content: Buffer;
  readonly etag: string;
}

/** Quick, as it is done while requests wait. More would save a tenth. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export function staticFile(mediaType: string, content: Buffer): StaticFile {
  return compressedFile(mediaType, {
    br: brotliCompressSync(content, QUALITY),
    gzip: gzipSync(content),
    identity: content,
  });
}

/** A file of which the compressed contents are there already. */
export function compressedFile(
  mediaType: string,
  { br, gzip, identity }: Readonly<Record<Variant['encoding'], Buffer>>,
): StaticFile {
  return { mediaType, variants: [variant('br', br), variant('gzip', gzip), variant('identity', identity)] };
}

/** Its hash is made when it is first sent: a start would wait for those of megabytes. */
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

/** In the best encoding that the client accepts. To a client that has it already: 304. */
export function sendFile(request: Request, response: Response, { mediaType, variants }: StaticFile): void {
  const accepted = request.acceptsEncodings();
  const best = variants.find(({ encoding }) => accepted.includes(encoding)) ?? variants.at(-1);
  if (best === undefined) return;
  if (best.encoding !== 'identity') response.set('Content-Encoding', best.encoding);
  response.type(mediaType).vary('Accept-Encoding').set('ETag', best.etag).send(best.content);
}
