import { ended } from './ended.js';
import type { NoticeTypeDefinition } from './notice-type.js';
import { licenceEnded } from './licence-ended.js';
import { noCopies } from './no-copies.js';
import { pickupLater } from './pickup-later.js';
import { pickupMissed } from './pickup-missed.js';
import { ready } from './ready.js';
import { reminder } from './reminder.js';
import { soon } from './soon.js';
import { suspensionEnds } from './suspension-ends.js';
import { watchWordsFor } from './watched.js';

/** The notices about a hold. Each is sent once. */
export const NOTICE_TYPES = [
  'ready',
  'reminder',
  'soon',
  'pickup-later',
  'pickup-missed',
  'ended',
  'suspension-ends',
  'no-copies',
  'licence-ended',
] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];

export const NOTICE_TYPE_DEFINITIONS: Readonly<Record<NoticeType, NoticeTypeDefinition>> = {
  ready,
  reminder,
  soon,
  'pickup-later': pickupLater,
  'pickup-missed': pickupMissed,
  ended,
  'suspension-ends': suspensionEnds,
  'no-copies': noCopies,
  'licence-ended': licenceEnded,
};

/**
 * What staff call a notice.
 * @param reason why the hold has ended, or what is told of a watched title; null in other types
 */
export function staffNameOf(noticeType: NoticeType, reason: string | null = null): string {
  return watchWordsFor(reason)?.staffName ?? NOTICE_TYPE_DEFINITIONS[noticeType].staffName;
}

/** The hold is gone, and the content of the notice is stored apart. */
export function isAboutEnd(noticeType: NoticeType): boolean {
  return NOTICE_TYPE_DEFINITIONS[noticeType].moment === 'ended_at';
}

const WITH_OWN_MOMENT: ReadonlySet<string> = new Set(
  NOTICE_TYPES.filter((each) => NOTICE_TYPE_DEFINITIONS[each].moment !== 'expires_at' && !isAboutEnd(each)),
);

/**
 * Whether an undelivered notice is listed by itself until its moment changes. A notice about a pickup counts as that of the ready hold; one about the
 * end of a hold leaves nothing.
 */
export function hasOwnMoment(noticeType: NoticeType): boolean {
  return WITH_OWN_MOMENT.has(noticeType);
}

export function isNoticeType(text: string): text is NoticeType {
  return NOTICE_TYPES.some((noticeType) => noticeType === text);
}
