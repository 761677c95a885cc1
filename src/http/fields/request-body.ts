import type { IncomingMessage } from 'node:http';
import { parse as parseContentType } from 'content-type';
import type { Request } from 'express';
import getRawBody from 'raw-body';
import { Refusal } from '../../domain/errors.js';

const MAX_BODY_BYTES = 64 * 1024;

/**
 * The text of a request's JSON body; empty if there is none. It is read only when a handler asks for it: after the token was checked, and never on a
 * GET or DELETE, where clients send odd types and empty bodies.
 * @throws Refusal `UnsupportedMediaType`, `PayloadTooLarge`, `InvalidRequestBody`
 */
export function readJsonText(request: Request): Promise<string> {
  return readText(request, /^application\/(?:[^/]+\+)?json$/, 'application/json (or application/*+json)');
}

/** Like `readJsonText`, for senders that may call it plain text. */
export function readJsonFrom(request: Request): Promise<string> {
  return readText(request, /^(?:application\/json|text\/plain)$/, 'application/json or text/plain');
}

/** Like `readJsonText`, for a form: the request format of OAuth. */
export function readFormText(request: Request): Promise<string> {
  const type = 'application/x-www-form-urlencoded';
  return readText(request, /^application\/x-www-form-urlencoded$/, type);
}

/** The bytes of a mail, whose parts may have any charset. @throws Refusal as `readJsonText` */
export async function readMail(request: Request, allowedType: RegExp, allowed: string): Promise<Buffer> {
  const { type } = parseContentType(request.headers['content-type'] ?? '');
  const isPlain = /^identity$/i.test(request.headers['content-encoding'] ?? 'identity');
  if (!allowedType.test(type) || !isPlain)
    throw new Refusal(
      'UnsupportedMediaType',
      `The body must be sent as ${allowed}, without a content encoding.`,
    );
  return readBytes(request);
}

async function readText(request: Request, allowedType: RegExp, allowed: string): Promise<string> {
  if (!hasBody(request)) return '';
  if (!isText(request, allowedType))
    throw new Refusal(
      'UnsupportedMediaType',
      `The body must be sent as ${allowed} in UTF-8, without a content encoding.`,
    );
  const bytes = await readBytes(request);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal('InvalidRequestBody', 'The body is not valid UTF-8.');
  }
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Whether the body is of the type, in UTF-8, and not compressed. */
export function isText({ headers }: Request, allowedType: RegExp): boolean {
  const { type, parameters } = parseContentType(headers['content-type'] ?? '');
  const isUtf8 = /^utf-?8$/i.test(parameters.charset ?? 'utf-8');
  const isPlain = /^identity$/i.test(headers['content-encoding'] ?? 'identity');
  return allowedType.test(type) && isUtf8 && isPlain;
}

function readBytes(request: Request): Promise<Buffer> {
  const seconds = request.app.get(BODY_SECONDS) as number;
  const options = { limit: MAX_BODY_BYTES, length: request.headers['content-length'] ?? null };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Refusal('RequestTimeout', `The body was not complete after ${seconds} seconds.`));
    }, seconds * 1000);
    getRawBody(request, options, (error, bytes) => {
      clearTimeout(timer);
      // The types do not say so, but without an error there are bytes.
      if (bytes === undefined) reject(unreadable(error));
      else resolve(bytes);
    });
  });
}

const BODY_SECONDS = 'body seconds';

/** Sets how long all requests of an application may take to send their body. */
export function limitBodyTime(app: { set(name: string, value: unknown): unknown }, seconds: number): void {
  app.set(BODY_SECONDS, seconds);
}

function unreadable(error: unknown): Refusal {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large')
    return new Refusal('PayloadTooLarge', `The body must not be larger than ${MAX_BODY_BYTES} bytes.`);
  return new Refusal('InvalidRequestBody', 'The body ended before it was complete.');
}
