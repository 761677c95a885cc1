import { createHash } from 'node:crypto';
import type { ReadyNotice } from './ready-notice.job.js';
import type { NoticeContent } from './ready-notice.store.js';

/** Who sends a mail. */
export interface Sender {
  /** Null: the address alone. */
  readonly name: string | null;
  readonly address: string;
  /** Null: answers go to the sender's address. */
  readonly replyTo: string | null;
}

/** One message to one mailbox. */
export interface Mail {
  /** Without angle brackets. */
  readonly messageId: string;
  readonly sender: Sender;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Undefined: the text alone. */
  readonly html: string | undefined;
}

/** The notice in words. How many are waiting behind this patron is nobody's business, and so it is not told. */
export function composeNotice(notice: ReadyNotice, content: NoticeContent, sender: Sender): Mail {
  const title = onOneLine(content.title);
  const libraryName = onOneLine(content.libraryName);
  const until = inWords(content.expiresAt);
  return {
    messageId: `${occasionOf(notice)}@${domainOf(sender.address)}`,
    sender,
    to: content.emailAddress,
    subject: `Ready to borrow: ${title}`,
    text: [
      `"${title}" is ready for you to borrow from ${libraryName}.`,
      '',
      `Please borrow it by ${until}. After that it goes to the next reader.`,
      '',
      `You receive this message because you placed a hold on this title at ${libraryName}.`,
      '',
    ].join('\n'),
    html: [
      '<!doctype html>',
      '<html lang="en">',
      `<body><p><strong>${escapeHtml(title)}</strong> is ready for you to borrow from ${escapeHtml(libraryName)}.</p>`,
      `<p>Please borrow it by <strong>${escapeHtml(until)}</strong>. After that it goes to the next reader.</p>`,
      `<p>You receive this message because you placed a hold on this title at ${escapeHtml(libraryName)}.</p></body>`,
      '</html>',
      '',
    ].join('\n'),
  };
}

/** The same for every attempt at one notice, so that a mail program shows one of them; it tells nothing of the hold. */
export function occasionOf({ websiteId, reserveId, ticket, expiresAt }: ReadyNotice): string {
  const occasion = JSON.stringify([websiteId, reserveId, ticket, new Date(expiresAt).toISOString()]);
  return `ready-${createHash('sha256').update(occasion).digest('hex').slice(0, 32)}`;
}

function domainOf(address: string): string {
  return address.split('@').at(-1) ?? 'localhost';
}

/** A title comes from outside: a line break in it must not become a header of the mail. */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

const DATE = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

function inWords(time: Date): string {
  return `${DATE.format(time)} UTC`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
