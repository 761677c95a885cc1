import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Response } from 'express';
import { isRead } from '../routes/reads.js';
import { ProtectedServer, type ServerLimits } from '../server/protected-server.js';
import { etagOf } from './etags.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Sends the records that handlers return. Express's `json` and `send` do the same, but they read a dozen settings and headers, parse the type, and
 * copy the text into a buffer, which is sent separately from the head. That costs a tenth of a short read (docs/operations/performance.md).
 */
export class JsonAdapter extends ExpressAdapter {
  constructor(
    instance: Express,
    private readonly limits: ServerLimits,
  ) {
    super(instance);
  }

  override initHttpServer(): void {
    this.httpServer = new ProtectedServer(this.limits, this.getInstance());
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (!isRecord(body)) return super.reply(response, body, statusCode) as unknown;
    if (statusCode !== undefined) response.statusCode = statusCode;
    const text = JSON.stringify(body);
    if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', JSON_TYPE);
    if (isRead(response.req.method) && !response.hasHeader('ETag')) {
      response.setHeader('ETag', etagOf(text));
      if (isKnown(response)) return answerNotModified(response);
    }
    response.setHeader('Content-Length', Buffer.byteLength(text));
    return response.end(text);
  }
}

function isRecord(body: unknown): body is object {
  return (
    typeof body === 'object' &&
    body !== null &&
    !(body instanceof StreamableFile) &&
    !(body instanceof Error) &&
    !ArrayBuffer.isView(body)
  );
}

/** Whether the client has this very answer already. Only a request with this header can ask, because no answer is dated. */
function isKnown({ req }: Response): boolean {
  return req.headers['if-none-match'] !== undefined && req.fresh;
}

function answerNotModified(response: Response): Response {
  response.removeHeader('Content-Type');
  response.statusCode = 304;
  return response.end();
}
