import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { refusal } from '../../domain/errors.js';
import type { UploadedFile } from './imports.service.js';
import { recordsIn } from './records.requests.js';

/** `{importId}` of the path. What is no UUID is unknown. */
export const ImportInPath = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { importId } = context.switchToHttp().getRequest<Request>().params;
  if (typeof importId !== 'string' || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(importId))
    throw refusal('NotFound');
  return importId;
});

/**
 * Stores the records of a request in a file, because the import goes on after the answer.
 * @throws Refusal `UnsupportedMediaType`, `InvalidRequestBody`
 */
export async function receiveRecords(request: Request): Promise<UploadedFile> {
  return { path: await storeUpload(recordsIn(request)), name: 'records.ndjson' };
}

/** @returns the path of a new file with the content, which nobody else on the machine can read */
export async function storeUpload(content: AsyncIterable<Buffer>): Promise<string> {
  const path = join(tmpdir(), `holdfast-import-${randomUUID()}.ndjson`);
  try {
    await pipeline(content, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return path;
}
