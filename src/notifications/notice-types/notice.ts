import { createHash, randomUUID } from 'node:crypto';
import type { ReadyNotice } from '../sending/ready-notice.job.js';
import { isNoticeType, type NoticeType } from './notice-types.js';

/** The job of all notices but those of ready holds. Its own kind of job, because workers of the former release would take it for a ready hold. */
export const HOLD_NOTICE = 'hold-notice';

/** The job of several notices to one patron, which become one mail. */
export const HOLD_NOTICES = 'hold-notices';

/** The job of text messages, of one notice or of several. */
export const TEXT_NOTICES = 'text-notices';

/** The job of push messages, of one notice or of several. */
export const PUSH_NOTICES = 'push-notices';

/** How a patron is told. */
export type TellingChannel = 'mail' | 'text';

/** How a notice is sent. A push message accompanies the others: it may never be shown, so that it does not count as told. */
export type Channel = TellingChannel | 'push';

/** Several notices of one library. They name no patron. */
export interface SeveralNotices {
  /** The first part of the mail's Message-ID, or the id of the text message or the push message. */
  readonly mailId: string;
  readonly notices: readonly Notice[];
}

/** A new first part of a Message-ID. It reveals nothing. */
export function newMailId(): string {
  return `${SEVERAL}-${randomUUID().replaceAll('-', '')}`;
}

/** That of a mail which is to be the same, whoever makes it. */
export function mailIdFrom(identity: readonly string[]): string {
  return `${SEVERAL}-${digestOf(identity)}`;
}

function digestOf(identity: unknown): string {
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
}

/** Whether the first part of a Message-ID is that of a mail with several notices. */
export function isOfSeveral(messageId: string): boolean {
  return messageId.startsWith(`${SEVERAL}-`);
}

const SEVERAL = 'several';

/** The hold and the type of a notice. `expiresAt`, as ISO 8601 text, is the moment that the notice names. It names no patron. */
export interface Notice extends ReadyNotice {
  readonly occasion: NoticeType;
  /** Absent, or null: by mail. */
  readonly channel?: 'text' | 'push' | null;
}

export function channelOf({ channel }: Pick<Notice, 'channel'>): Channel {
  return channel ?? 'mail';
}

/** The same notice, by the other channel that tells. */
export function byOther(notice: Notice): Notice {
  return { ...notice, channel: channelOf(notice) === 'mail' ? 'text' : null };
}

/**
 * The part of the Message-ID before the @, or the id of the text message: the same for every attempt at one notice, so that mail programs and
 * gateways show only one of them. It reveals nothing of the hold.
 */
export function messageIdOf(notice: Notice): string {
  const { occasion: noticeType, websiteId, reserveId, ticket, expiresAt } = notice;
  return `${PREFIX[channelOf(notice)]}${noticeType}-${digestOf([websiteId, reserveId, ticket, new Date(expiresAt).toISOString()])}`;
}

/** What begins the id of a message with one notice. */
export const TEXT_PREFIX = 'text-';
export const PUSH_PREFIX = 'push-';
const PREFIX: Readonly<Record<Channel, string>> = { mail: '', text: TEXT_PREFIX, push: PUSH_PREFIX };

/** The type and the channel that the id of a message names; undefined if it is not that of one notice. */
export function namedIn(messageId: string): Pick<Notice, 'occasion' | 'channel'> | undefined {
  const [, text, noticeType = ''] = /^(text-)?([a-z-]+)-[0-9a-f]{32}$/.exec(messageId) ?? [];
  return isNoticeType(noticeType)
    ? { occasion: noticeType, channel: text === undefined ? null : 'text' }
    : undefined;
}
