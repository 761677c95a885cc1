import type { Request } from 'express';
import { Refusal } from '../../domain/errors.js';

const NDJSON = 'application/x-ndjson';

/** @throws Refusal `UnsupportedMediaType` unless the body is newline-delimited JSON */
export function recordsIn(request: Request): AsyncIterable<Buffer> {
  if (request.is(NDJSON) === false)
    throw new Refusal(
      'UnsupportedMediaType',
      `The body must be sent as ${NDJSON}: one JSON record per line.`,
    );
  return request;
}
