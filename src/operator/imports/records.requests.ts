import type { Request } from 'express';
import { Refusal } from '../../domain/errors.js';
import { isText } from '../../http/fields/request-body.js';

const NDJSON = 'application/x-ndjson';

/** @throws Refusal `UnsupportedMediaType` unless the body is newline-delimited JSON */
export function recordsIn(request: Request): AsyncIterable<Buffer> {
  if (!isText(request, /^application\/x-ndjson$/))
    throw new Refusal(
      'UnsupportedMediaType',
      `The body must be sent as ${NDJSON} in UTF-8, without a content encoding: one JSON record per line.`,
    );
  return wholeBody(request);
}

/**
 * A caller that stops reading early leaves the request as it is: a destroyed one could not be answered.
 * @throws Refusal `InvalidRequestBody` if the client disconnects early, which is not an internal error
 */
async function* wholeBody(request: Request): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch {
    throw new Refusal('InvalidRequestBody', 'The body ended before it was complete.');
  }
}
