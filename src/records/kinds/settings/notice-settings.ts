import * as is from '../../engine/schema-rules.js';
import { LIST, NUMBER, ON_REQUEST } from './setting-texts.js';
import * as value from './setting-values.js';

const MAX_GATHER_MINUTES = 60;
const MAX_SOON_DAYS = 60;
const MAX_REMINDER_HOURS = 720;
const MAX_LANGUAGES = 10;

/** The settings of a library for its mails to patrons. */
export const NOTICE_SETTINGS = {
  name: {
    rule: is.optional(value.senderName, null),
    column: 'noticeName',
    label: 'Name in notices',
    hint: 'Empty: the name of the library.',
  },
  homepage: { rule: is.optional(is.webAddress, null), column: 'noticeHomepage', label: 'Homepage' },
  logo: {
    rule: is.optional(value.picture, null),
    column: 'noticeLogo',
    label: 'Address of the logo',
    hint: 'Begins with https://. Notices, the shelf and these pages show it. Only pages show a small picture in a data: address.',
  },
  color: { rule: is.optional(is.color, null), column: 'noticeColor', label: 'Color of buttons and links' },
  timeZone: {
    rule: is.optional(is.timeZone, null),
    column: 'noticeTimeZone',
    label: 'Time zone of notices and of this console',
  },
  languages: {
    ...LIST,
    rule: is.optional(is.list(is.noticeLanguage, MAX_LANGUAGES), []),
    column: 'noticeLanguages',
    label: 'Languages',
  },
  reminderHours: {
    ...NUMBER,
    rule: is.optional(is.wholeNumber(0, MAX_REMINDER_HOURS), null),
    column: 'noticeReminderHours',
    label: 'Hours of the reminder before a pickup ends',
    hint: 'Empty: no reminder.',
  },
  gatherMinutes: {
    ...NUMBER,
    rule: is.optional(is.wholeNumber(0, MAX_GATHER_MINUTES), null),
    column: 'noticeGatherMinutes',
    label: 'Minutes that a notice waits for others to the same patron',
    hint: 'They become one mail. Empty: it does not wait.',
  },
  daily: {
    ...ON_REQUEST,
    column: 'noticeDaily',
    label: 'Notices come once a day',
    hint: 'Patrons may choose otherwise. What cannot wait is sent at once.',
  },
  dailyHour: {
    ...NUMBER,
    rule: is.optional(is.wholeNumber(0, 23), null),
    column: 'noticeDailyHour',
    label: 'Hour of the daily mail',
    hint: 'From 0 to 23. Empty: 8.',
  },
  push: {
    ...ON_REQUEST,
    column: 'noticePush',
    label: 'Push messages to browsers',
    hint: 'Patrons may get notices on their devices, too. They go through the services of the browsers’ makers, who cannot read them.',
  },
  soonDays: {
    ...NUMBER,
    rule: is.optional(is.wholeNumber(1, MAX_SOON_DAYS), null),
    column: 'noticeSoonDays',
    label: 'Days before a title is likely ready, when its patron is told',
    hint: 'So that patrons who have no time for it suspend or remove their holds. Patrons may choose otherwise. Empty: they are not told.',
  },
  cardEnding: {
    ...ON_REQUEST,
    column: 'noticeCardEnding',
    label: 'Notices name the last four characters of the card',
    hint: 'For families whose cards share an address.',
  },
  titleUrl: {
    rule: is.optional(value.titleUrl, null),
    column: 'noticeTitleUrl',
    label: 'Address of the page of a title',
    hint: 'With {reserveId} where the title’s ID belongs, or {crossRefId} for its number, such as https://library.example/titles/{reserveId}.',
  },
} as const;

/** The gateway that sends notices as text messages. Without an address and a secret, there are none. */
export const TEXT_SETTINGS = {
  url: {
    rule: is.webAddress,
    column: 'textUrl',
    label: 'Address of the gateway',
    hint: 'Begins with https://. Notices as text messages are posted there. With it, the secret is needed, too.',
  },
  secret: {
    rule: value.signingSecret,
    column: 'textSecret',
    label: 'Secret of the signatures',
    hint: 'whsec_ and 24 to 64 bytes in base64. It is never shown: *** keeps the stored one.',
  },
  by: {
    rule: is.optional(is.oneOf(['patronId']), null),
    column: 'textBy',
    label: 'The gateway knows patrons by',
    options: [
      ['', 'The telephone numbers that they have confirmed'],
      ['patronId', 'Their numbers here: it has their telephone numbers'],
    ],
  },
} as const;
