import { createHash } from 'node:crypto';
import type { ReadyNotice } from '../sending/ready-notice.job.js';

/** On which occasions a patron is told something about a hold. Each is told once. */
export const OCCASIONS = ['ready', 'reminder', 'pickup-missed', 'ended', 'suspension-ends'] as const;
export type Occasion = (typeof OCCASIONS)[number];

export function isOccasion(text: string): text is Occasion {
  return OCCASIONS.some((occasion) => occasion === text);
}

/** Whether the notice concerns a suspended hold: it is true for as long as the suspension stays as it is. */
export function isAboutSuspension(occasion: Occasion): boolean {
  return occasion === 'pickup-missed' || occasion === 'suspension-ends';
}

/**
 * The job of a notice on any other occasion than a ready hold. A job of its own kind, because workers of the former release
 * would take one of theirs for a ready hold.
 */
export const HOLD_NOTICE = 'hold-notice';

/**
 * Which hold a notice is about, and on which occasion. `expiresAt`, as ISO 8601 text, is the end of its pickup window, also
 * for `pickup-missed`; for `ended` when the hold ended, and for `suspension-ends` when it will. It names no patron.
 */
export interface Notice extends ReadyNotice {
  readonly occasion: Occasion;
}

/**
 * The part of the Message-ID before the @: the same for every attempt at one notice, so that a mail program shows one of
 * them. It tells nothing of the hold.
 */
export function messageIdOf({ occasion, websiteId, reserveId, ticket, expiresAt }: Notice): string {
  const identity = JSON.stringify([websiteId, reserveId, ticket, new Date(expiresAt).toISOString()]);
  return `${occasion}-${createHash('sha256').update(identity).digest('hex').slice(0, 32)}`;
}

/** The occasion that the first part of a Message-ID names; undefined if it cannot be that of a notice. */
export function occasionOf(messageId: string): Occasion | undefined {
  const [, occasion = ''] = /^([a-z-]+)-[0-9a-f]{32}$/.exec(messageId) ?? [];
  return isOccasion(occasion) ? occasion : undefined;
}
