import type { Request } from 'express';
import { Refusal, refusedField } from '../../domain/errors.js';
import { readJsonFrom, readMail } from '../../http/fields/request-body.js';
import { parseStrictJson } from '../../http/fields/strict-json.js';
import { bounceOfAmazon, isOfAmazon } from './ses-event.requests.js';
import { type Bounce, bounceOf, readDeliveryReport } from '../../notifications/bounces/delivery-report.js';

/** A report as JSON. */
export class BounceReport {
  /** The `Message-ID` of the notice. @example "<ready-0f1e2d3c4b5a49788695a4b3c2d1e0f9@library.example>" */
  messageId!: string;
  /** As in RFC 3463. @example "5.1.1" */
  status!: string;
  /** What the mail server said. @example "smtp; 550 5.1.1 User unknown" */
  diagnosticCode?: string;
  /** Not needed. */
  recipient?: string;
}

/**
 * Reads a report as JSON, also that of Amazon SES, as a whole mail (`message/rfc822`), or as the body of one (`multipart/report`).
 * @returns undefined if it tells of no permanent failure
 * @throws Refusal `UnsupportedMediaType`, `PayloadTooLarge`, `InvalidRequestBody`, `InvalidFieldValue`
 */
export async function readBounce(request: Request): Promise<Bounce | undefined> {
  const contentType = request.headers['content-type'] ?? '';
  // Amazon SNS calls its JSON a plain text.
  if (/^(?:application\/json|text\/plain)\b/i.test(contentType)) return bounceIn(await readJsonFrom(request));
  const types = 'application/json, text/plain, message/rfc822 or multipart/report';
  const body = await readMail(request, /^(?:message\/rfc822|multipart\/report)$/, types);
  const isWhole = /^message\//i.test(contentType);
  return readReport(
    isWhole ? body : Buffer.concat([Buffer.from(`Content-Type: ${contentType}\r\n\r\n`), body]),
  );
}

async function readReport(message: Buffer): Promise<Bounce | undefined> {
  try {
    return await readDeliveryReport(message);
  } catch {
    throw new Refusal('InvalidRequestBody', 'The body is not a mail that can be read.');
  }
}

/** Other members, such as the recipient, are not needed. */
function bounceIn(text: string): Bounce | undefined {
  const body = text === '' ? null : parseStrictJson(text);
  if (!(body instanceof Map))
    throw new Refusal('InvalidRequestBody', 'The body must be a JSON object with messageId and status.');
  if (isOfAmazon(body)) return bounceOfAmazon(body);
  const member = (name: string): string => {
    const value = body.get(name);
    if (typeof value === 'string' && value !== '') return value;
    throw refusedField(name, 'must be text.');
  };
  const diagnosticCode = body.has('diagnosticCode') ? member('diagnosticCode') : undefined;
  return bounceOf(member('messageId'), member('status'), diagnosticCode);
}
