import * as z from 'zod';
import { MAX_HOLDS_PER_COPY, MAX_TARGET_WAIT_DAYS } from '../../../domain/titles/purchases.js';
import {
  PATRON_IDENTIFIERS,
  readLibraryClaim,
  readPatronClaim,
} from '../../../platform/settings/identity-provider-settings.js';
import * as is from '../../engine/schema-rules.js';
import { SIGN_IN_MEMBERS, signIn } from './sign-in.schema.js';

/** The record of what a library sets for itself. */

const MAX_SENDER_NAME_LENGTH = 200;
const MAX_IDENTIFIER_LENGTH = 1_000;
const MAX_CLAIM_LENGTH = 200;
const MAX_LANGUAGES = 10;
const DEFAULT_PATRON_CLAIM = readPatronClaim('patron_id');

/** A line break in it would begin another header of the mail. */
const senderName = is.text(MAX_SENDER_NAME_LENGTH).refine((value) => !/[\p{Zl}\p{Zp}]/u.test(value), {
  error: 'must not contain line breaks or other control characters',
});

const mail = is.strict(
  {
    fromAddress: is.optional(is.mailbox, null),
    fromName: is.optional(senderName, null),
    replyTo: is.optional(is.mailbox, null),
  },
  'an object with any of fromAddress, fromName, replyTo',
);

const MAX_REMINDER_HOURS = 720;

const httpsAddress = is.webAddress.refine(
  (value) => value.startsWith('https://'),
  is.mustBe('an https:// address'),
);

/** `{id}` is the older name of `{reserveId}`. */
const TITLE_VARIABLE = /^[^{}]*\{(?:id|reserveId|crossRefId)\}[^{}]*$/;

/** Its variable stands for something only if it is there, and a misspelled one would be part of every link. */
const titleUrl = is
  .text(2_000)
  .refine(
    (value) => TITLE_VARIABLE.test(value) && isHttps(value.replace(/[{}]/g, '')),
    is.mustBe('an https:// address with one {reserveId} or {crossRefId}'),
  );

function isHttps(value: string): boolean {
  return httpsAddress.safeParse(value).success;
}

const notices = is.strict(
  {
    name: is.optional(senderName, null),
    homepage: is.optional(is.webAddress, null),
    logo: is.optional(httpsAddress, null),
    color: is.optional(is.color, null),
    timeZone: is.optional(is.timeZone, null),
    languages: is.optional(is.list(is.noticeLanguage, MAX_LANGUAGES), []),
    reminderHours: is.optional(is.wholeNumber(0, MAX_REMINDER_HOURS), null),
    titleUrl: is.optional(titleUrl, null),
  },
  'an object with any of name, homepage, logo, color, timeZone, languages, reminderHours, titleUrl',
);

/** As an object, or as it is typed. */
const patronClaim = z.preprocess(
  (value) => (typeof value === 'string' ? readPatronClaim(value) : value),
  is.strict(
    { name: is.text(MAX_CLAIM_LENGTH), is: is.oneOf(PATRON_IDENTIFIERS) },
    'the name of a claim, or an object with name and is',
  ),
);

/** The same. */
const libraryClaim = z.preprocess(
  (value) => (typeof value === 'string' ? readLibraryClaim(value) : value),
  is.strict(
    {
      name: is.text(MAX_CLAIM_LENGTH).refine((name) => !name.includes('='), { error: 'must not contain =' }),
      value: is.text(MAX_CLAIM_LENGTH),
    },
    'an object with name and value',
  ),
);

/** The three first are required: a token whose issuer, audience and keys are not all checked could be an attacker's. */
const identityProvider = is.strict(
  {
    issuer: is.text(MAX_IDENTIFIER_LENGTH),
    audience: is.text(MAX_IDENTIFIER_LENGTH),
    jwksUrl: is.webAddress.refine(
      (value) => !value.includes('#'),
      is.mustBe('an address without a fragment'),
    ),
    patronClaim: is.optional(patronClaim, DEFAULT_PATRON_CLAIM),
    libraryClaim: is.optional(libraryClaim, null),
  },
  'an object with issuer, audience and jwksUrl',
);

const rate = is.optional(is.limit, null);
const rates = is.strict(
  { perPatron: rate, perClient: rate, perLibrary: rate },
  'an object with any of perPatron, perClient, perLibrary',
);

/** The defaults of the parameters `targetRatio` and `targetWaitDays` of pages and endpoints. */
const collections = is.strict(
  {
    holdsPerCopy: is.optional(is.wholeNumber(1, MAX_HOLDS_PER_COPY), null),
    targetWaitDays: is.optional(is.wholeNumber(1, MAX_TARGET_WAIT_DAYS), null),
  },
  'an object with any of holdsPerCopy, targetWaitDays',
);

/** Its patrons may still do something when they read the notice. */
const MIN_DAYS_WITHOUT_COPIES = 7;
const MAX_DAYS_WITHOUT_COPIES = 365;

const holds = is.strict(
  {
    daysWithoutCopies: is.optional(is.wholeNumber(MIN_DAYS_WITHOUT_COPIES, MAX_DAYS_WITHOUT_COPIES), null),
  },
  'an object with daysWithoutCopies',
);

const MAX_FRAME_ORIGINS = 10;

/** It stands in a header: without the characters that end a value there, and without wildcards. */
const ORIGIN = /^https:\/\/[a-z0-9.-]+(?::\d+)?$/;

const frameOrigin = is
  .text(300)
  .refine(
    (value) => ORIGIN.test(value) && URL.canParse(value) && new URL(value).origin === value,
    is.mustBe('the origin of an https:// address, like https://library.example'),
  );

const content = is.strict(
  { frameOrigins: is.optional(is.list(frameOrigin, MAX_FRAME_ORIGINS), []) },
  'an object with frameOrigins',
);

export const settingsSchemas = is.recordSchemas(
  { websiteId: is.id },
  {
    mail: is.optional(mail, null),
    identityProvider: is.optional(identityProvider, null),
    signIn: is.optional(signIn, null),
    rates: is.optional(rates, null),
    notices: is.optional(notices, null),
    collections: is.optional(collections, null),
    holds: is.optional(holds, null),
    content: is.optional(content, null),
  },
);
export type SettingsRecord = z.output<typeof settingsSchemas.whole>;
export type SettingsKey = z.output<typeof settingsSchemas.key>;

/** The members of each group. */
export const SETTINGS = {
  mail: ['fromAddress', 'fromName', 'replyTo'],
  identityProvider: ['issuer', 'audience', 'jwksUrl', 'patronClaim', 'libraryClaim'],
  signIn: SIGN_IN_MEMBERS,
  rates: ['perPatron', 'perClient', 'perLibrary'],
  collections: ['holdsPerCopy', 'targetWaitDays'],
  holds: ['daysWithoutCopies'],
  content: ['frameOrigins'],
  notices: ['name', 'homepage', 'logo', 'color', 'timeZone', 'languages', 'reminderHours', 'titleUrl'],
} as const;
type Settings = typeof SETTINGS;

/** A setting that can be changed, such as `mail.fromName`. */
export type SettingName = {
  [Group in keyof Settings]: `${Group}.${Settings[Group][number]}`;
}[keyof Settings];

export const SETTING_NAMES: readonly string[] = Object.entries(SETTINGS).flatMap(([group, members]) =>
  members.map((member) => `${group}.${member}`),
);
export const SETTING_LISTS: readonly string[] = [
  'notices.languages',
  'content.frameOrigins',
  'signIn.blocks',
  'signIn.categories',
];
