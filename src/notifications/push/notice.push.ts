import type { DueNotice, NoticeLibrary } from '../notice-types/notice-content.store.js';
import { NOTICE_TYPE_DEFINITIONS } from '../notice-types/notice-types.js';
import { DAY_MS, MINUTE_MS } from '../../domain/durations.js';
import { sentencesOf } from '../texts/notice.text.js';

/** What lock screens show of it. */
const MAX_BODY_LENGTH = 200;
/** Of notices that name no moment to come. */
const PAST_MS = 3 * DAY_MS;
/** Push services keep nothing for longer. */
const MAX_MS = 28 * DAY_MS;

/** A push message, before it is encrypted. */
export interface PushText {
  /** The name of the library. */
  readonly title: string;
  readonly body: string;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** The holds on the shelf; absent if there is no shelf. */
  readonly url?: string;
}

/** What a text message says, without its address. @param notices of one patron; not empty */
export function composePush(notices: readonly DueNotice[], library: NoticeLibrary): PushText {
  const { language, name, subject, deadline } = sentencesOf(notices, library);
  const room = MAX_BODY_LENGTH - deadline.length - 2;
  return {
    title: name,
    body: `${subject(room)}. ${deadline}`.trim(),
    language: language.locale,
    direction: language.direction,
    ...(library.shelfUrl !== undefined && { url: holdsAt(library.shelfUrl) }),
  };
}

function holdsAt(shelfUrl: string): string {
  const address = new URL(shelfUrl);
  address.pathname += '/holds';
  return address.href;
}

/** For how many seconds a push service keeps the message for a browser that is away: as long as something of it is to come. */
export function secondsToKeep(notices: readonly DueNotice[], now: Date): number {
  const left = notices.map(({ notice, content }) =>
    NOTICE_TYPE_DEFINITIONS[notice.occasion].isMomentPast === true
      ? PAST_MS
      : content.expiresAt.getTime() - now.getTime(),
  );
  return Math.floor(Math.min(Math.max(...left, MINUTE_MS), MAX_MS) / 1000);
}

/** Whether something of it is to come, so that a device that saves power should show it. */
export function isUrgent(notices: readonly DueNotice[]): boolean {
  return notices.some(({ notice }) => NOTICE_TYPE_DEFINITIONS[notice.occasion].isMomentPast !== true);
}
