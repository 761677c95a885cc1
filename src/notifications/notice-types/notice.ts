import { createHash } from 'node:crypto';
import type { ReadyNotice } from '../sending/ready-notice.job.js';
import { isNoticeType, type NoticeType } from './notice-types.js';

/**
 * The job of a notice about anything else than a ready hold. A job of its own kind, because workers of the former release
 * would take one of theirs for a ready hold.
 */
export const HOLD_NOTICE = 'hold-notice';

/**
 * Which hold a notice is about, and of which type it is. `expiresAt`, as ISO 8601 text, is the moment that the notice names. It
 * names no patron.
 */
export interface Notice extends ReadyNotice {
  readonly occasion: NoticeType;
}

/**
 * The part of the Message-ID before the @: the same for every attempt at one notice, so that a mail program shows one of
 * them. It tells nothing of the hold.
 */
export function messageIdOf({
  occasion: noticeType,
  websiteId,
  reserveId,
  ticket,
  expiresAt,
}: Notice): string {
  const identity = JSON.stringify([websiteId, reserveId, ticket, new Date(expiresAt).toISOString()]);
  return `${noticeType}-${createHash('sha256').update(identity).digest('hex').slice(0, 32)}`;
}

/** The type that the first part of a Message-ID names; undefined if it cannot be that of a notice. */
export function noticeTypeOf(messageId: string): NoticeType | undefined {
  const [, noticeType = ''] = /^([a-z-]+)-[0-9a-f]{32}$/.exec(messageId) ?? [];
  return isNoticeType(noticeType) ? noticeType : undefined;
}
