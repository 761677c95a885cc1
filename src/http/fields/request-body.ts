import { parse as parseContentType } from 'content-type';
import type { Request } from 'express';
import getRawBody from 'raw-body';
import { Refusal } from '../../domain/errors.js';

export const LARGEST_BODY_BYTES = 64 * 1024;

/**
 * The text of a request's JSON body; empty when there is none. It is read only when a handler asks for it: after the
 * token was found good, and never on a GET or DELETE, whose clients send odd types and empty bodies.
 * @throws Refusal `UnsupportedMediaType`, `PayloadTooLarge`, `InvalidRequestBody`
 */
export async function readJsonText(request: Request): Promise<string> {
  if (!hasBody(request)) return '';
  refuseOtherTypes(request);
  const bytes = await readBytes(request);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal('InvalidRequestBody', 'The body is not valid UTF-8.');
  }
}

export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function refuseOtherTypes({ headers }: Request): void {
  const { type, parameters } = parseContentType(headers['content-type'] ?? '');
  const isJson = /^application\/(?:[^/]+\+)?json$/.test(type);
  const isUtf8 = /^utf-?8$/i.test(parameters.charset ?? 'utf-8');
  const isPlain = /^identity$/i.test(headers['content-encoding'] ?? 'identity');
  if (!isJson || !isUtf8 || !isPlain)
    throw new Refusal(
      'UnsupportedMediaType',
      'The body must be sent as application/json (or application/*+json) in UTF-8, without a content encoding.',
    );
}

async function readBytes(request: Request): Promise<Buffer> {
  try {
    return await getRawBody(request, {
      limit: LARGEST_BODY_BYTES,
      length: request.headers['content-length'] ?? null,
    });
  } catch (error) {
    const type = error instanceof Error && 'type' in error ? error.type : undefined;
    if (type === 'entity.too.large')
      throw new Refusal('PayloadTooLarge', `The body must not be larger than ${LARGEST_BODY_BYTES} bytes.`);
    throw new Refusal('InvalidRequestBody', 'The body ended before it was complete.');
  }
}
