import PostalMime, { type Attachment } from 'postal-mime';

/** A mail server's report that a mail will never reach its recipient. */
export interface Bounce {
  /** The bounced mail's, up to the @. */
  readonly messageId: string;
  /** The server's, or 550 if the report has only a status such as 5.1.1. */
  readonly smtpCode: number;
}

const UNKNOWN_CODE = 550;

/** @param status such as 5.1.1 (RFC 3463); only those that begin with 5 are permanent */
export function bounceOf(messageId: string, status: string, diagnosticCode = ''): Bounce | undefined {
  const [, localPart] = /^\s*<?([^<>@\s]+)(?:@[^<>@\s]*)?>?\s*$/.exec(messageId) ?? [];
  if (localPart === undefined || !/^\s*5\.\d{1,3}\.\d{1,3}\b/.test(status)) return undefined;
  const [, code] = /(?:^|[;\s])(5\d\d)(?:[\s-]|$)/.exec(diagnosticCode) ?? [];
  return { messageId: localPart, smtpCode: Number(code ?? UNKNOWN_CODE) };
}

/**
 * Reads a delivery status notification (RFC 3464).
 * @param message a whole mail, as it arrived
 * @returns undefined for any other mail, such as an absence note, and for delays and temporary failures
 */
export async function readDeliveryReport(message: Uint8Array): Promise<Bounce | undefined> {
  if (hasMoreLines(message, MAX_LINES)) return undefined;
  const { attachments } = await PostalMime.parse(message, LIMITS);
  const status = textOf(attachments, 'message/delivery-status');
  const original = textOf(attachments, 'message/rfc822') ?? textOf(attachments, 'text/rfc822-headers');
  const messageId = headerOf(original, 'Message-ID');
  if (status === undefined || messageId === undefined) return undefined;
  return recipientsIn(status)
    .map((recipient) => failureOf(messageId, recipient))
    .find((bounce) => bounce !== undefined);
}

/** The parser takes up to 10 µs for each line, and blocks everything else. A report of 64 KiB has about a thousand lines. */
const MAX_LINES = 2_500;

function hasMoreLines(message: Uint8Array, most: number): boolean {
  let end = -1;
  for (let lines = 0; lines < most; lines++) {
    end = message.indexOf(LINE_FEED, end + 1);
    if (end < 0) return false;
  }
  return true;
}

const LINE_FEED = 0x0a;

/**
 * The bounced mail is kept as an attachment, so that no sender can nest mails in it endlessly. Headers that name recipients take up to 2 µs for each
 * byte.
 */
const LIMITS = {
  forceRfc822Attachments: true,
  maxNestingDepth: 10,
  maxHeadersSize: 16 * 1024,
  attachmentEncoding: 'utf8',
} as const;

function textOf(attachments: readonly Attachment[], mimeType: string): string | undefined {
  const content = attachments.find((attachment) => attachment.mimeType === mimeType)?.content;
  return typeof content === 'string' ? content : undefined;
}

/** Blocks of fields: the first is about the message, the others about one recipient each. */
function recipientsIn(status: string): string[] {
  return status.trim().split(/\r?\n[ \t]*\r?\n/);
}

function failureOf(messageId: string, recipient: string): Bounce | undefined {
  const action = headerOf(recipient, 'Action') ?? 'failed';
  if (action.toLowerCase() !== 'failed') return undefined;
  return bounceOf(messageId, headerOf(recipient, 'Status') ?? '', headerOf(recipient, 'Diagnostic-Code'));
}

/** The first header of this name, unfolded. */
function headerOf(headers: string | undefined, name: string): string | undefined {
  const start = `${name}:`.toLowerCase();
  const unfolded = headers?.replaceAll(/\r?\n[ \t]+/g, ' ').split('\n');
  const line = unfolded?.find((each) => each.slice(0, start.length).toLowerCase() === start);
  return line?.slice(start.length).trim();
}
