import type * as z from 'zod';
import {
  type CategoryRule,
  type HomeLibraries,
  SIP_BLOCKS,
  SIP_CHARSETS,
} from '../../../access/ils/ils-settings.js';
import { MAX_HOLDS_PER_COPY, MAX_TARGET_WAIT_DAYS } from '../../../domain/titles/purchases.js';
import {
  readPatronClaim,
  writeLibraryClaim,
  writePatronClaim,
} from '../../../platform/settings/identity-provider-settings.js';
import * as is from '../../engine/schema-rules.js';
import * as value from './setting-values.js';
import { HOLD_SETTINGS, LOAN_SETTINGS } from './circulation-settings.js';
import { AMOUNT, itemsOf, LIST, NUMBER, YES_OR_NO } from './setting-texts.js';
import { NOTICE_SETTINGS, TEXT_SETTINGS } from './notice-settings.js';
import { SHELF_SETTINGS } from './shelf-settings.js';
import * as signIn from './sign-in-values.js';

/** Reads and writes the text of a setting, for the console and the command. */
interface TypedValue<Value = never> {
  /** Returns invalid text unchanged; the rule refuses it. */
  readonly read?: (text: string) => unknown;
  readonly write?: (value: Value) => string;
}

/** A setting of a library: in its record, in the database, by the command and in the console. */
export interface Setting extends TypedValue {
  /** The values that a record may have. */
  readonly rule: z.ZodType;
  /** The column's name in Prisma's model. Absent if the setting is stored with its whole group. */
  readonly column?: string;
  readonly isList?: true;
  readonly label: string;
  /** Says which values are allowed, or what applies if the field is empty. */
  readonly hint?: string;
  /** The choices; the first is the service's default. */
  readonly options?: readonly (readonly [value: string, text: string])[];
}

const MAX_IDENTIFIER_LENGTH = 1_000;
const MAX_FRAME_ORIGINS = 10;
const MAX_CATEGORY_RULES = 100;
const SIP_PORT = 6001;

const rate = is.optional(is.limit, null);

/** All settings by group. */
export const SETTINGS = {
  mail: {
    fromAddress: {
      rule: is.optional(is.mailbox, null),
      column: 'mailFromAddress',
      label: 'Sender of mails',
      hint: 'Empty: the service’s own.',
    },
    fromName: {
      rule: is.optional(value.senderName, null),
      column: 'mailFromName',
      label: 'Name of the sender',
    },
    replyTo: { rule: is.optional(is.mailbox, null), column: 'mailReplyTo', label: 'Address for answers' },
  },
  // Without an issuer, an audience and keys, a token could be an attacker's.
  identityProvider: {
    issuer: {
      rule: is.text(MAX_IDENTIFIER_LENGTH),
      column: 'jwtIssuer',
      label: 'Issuer',
      hint: 'With it, the audience and the keys are needed, too.',
    },
    audience: { rule: is.text(MAX_IDENTIFIER_LENGTH), column: 'jwtAudience', label: 'Audience' },
    jwksUrl: { rule: value.jwksUrl, column: 'jwtJwksUrl', label: 'Address of the keys' },
    patronClaim: {
      rule: is.optional(value.patronClaim, readPatronClaim('patron_id')),
      column: 'jwtPatronClaim',
      write: writePatronClaim,
      label: 'Claim that names the patron',
      hint: 'Such as barcode:cardNumber, or number:externalId. Empty: patron_id, with the service’s number of the patron.',
    },
    libraryClaim: {
      rule: is.optional(value.libraryClaim, null),
      column: 'jwtLibraryClaim',
      write: writeLibraryClaim,
      label: 'Claim that names the library',
      hint: 'Such as home_library=EAST: needed if libraries share a provider. Empty: all its tokens are of this library.',
    },
  },
  signIn: {
    kind: {
      rule: is.oneOf(['sip2']),
      label: 'Protocol',
      options: [
        ['', 'None: the records of patrons have cards and PINs'],
        ['sip2', 'SIP2'],
      ],
    },
    host: { rule: signIn.host, label: 'Host' },
    port: {
      ...NUMBER,
      rule: is.optional(is.wholeNumber(1, 65_535), SIP_PORT),
      label: 'Port',
      hint: `Empty: ${SIP_PORT}.`,
    },
    tls: { ...YES_OR_NO, label: 'TLS' },
    ca: {
      rule: is.optional(signIn.authorities, null),
      label: 'Certificates of its authorities (PEM)',
      hint: 'Empty: the system’s certificate is from an authority that everybody trusts.',
    },
    institutionId: { rule: is.optional(signIn.fieldOf(0), ''), label: 'Institution (AO)' },
    locationCode: { rule: is.optional(signIn.fieldValue, null), label: 'Location (CP)' },
    login: {
      rule: is.optional(signIn.fieldValue, null),
      label: 'Login of the service (CN)',
      hint: 'Empty: the system asks for none.',
    },
    password: {
      rule: is.optional(signIn.fieldValue, null),
      label: 'Password of the service (CO)',
      hint: 'It is never shown: *** keeps the stored one, for the same host and port.',
    },
    terminalPassword: {
      rule: is.optional(signIn.fieldValue, null),
      label: 'Password of the terminal (AC)',
      hint: 'As the password of the service. Empty: the system asks for none.',
    },
    charset: {
      rule: is.optional(is.oneOf(SIP_CHARSETS), 'utf8' as const),
      label: 'Character set',
      options: [
        ['', 'UTF-8'],
        ['cp850', 'Code page 850'],
        ['latin1', 'Latin-1'],
      ],
    },
    errorDetection: { ...YES_OR_NO, label: 'Checksums' },
    scStatus: { ...YES_OR_NO, label: 'Ask for the status first' },
    endSession: { ...YES_OR_NO, label: 'End each session' },
    cardPattern: {
      rule: is.optional(is.key, null),
      label: 'What a card looks like',
      hint: 'Such as 2100##########: # is a digit, ? a character, * any number of them. Empty: anything.',
    },
    homeLibrary: {
      rule: is.optional(signIn.homeLibrary, null),
      read: signIn.readHomeLibrary,
      write: (libraries: HomeLibraries) => signIn.writeHomeLibrary(libraries),
      label: 'Home libraries whose patrons may sign in',
      hint: 'Such as AQ=MAIN, EAST: a field, and its values or their beginnings. Empty: all.',
    },
    blocks: {
      ...LIST,
      rule: is.optional(is.list(is.oneOf(SIP_BLOCKS), SIP_BLOCKS.length), [...signIn.DEFAULT_BLOCKS]),
      label: 'What blocks a patron',
      hint: 'Such as chargeDenied, cardLost. Empty: what usually does.',
    },
    feeLimit: {
      ...AMOUNT,
      rule: is.optional(signIn.amount, null),
      label: 'Fees that block, above',
      hint: 'Such as 10.50. Empty: above the limit that the system names (CC), if it names one.',
    },
    categories: {
      isList: true,
      rule: is.optional(is.list(signIn.categoryRule, MAX_CATEGORY_RULES), []),
      read: (text: string) => itemsOf(text).map(signIn.readCategoryRule),
      write: (rules: readonly CategoryRule[]) => rules.map(signIn.writeCategoryRule).join(', '),
      label: 'Categories',
      hint: 'Such as PC=AD:adults, PC=ST*:students: field, value or its beginning, category.',
    },
    defaultCategory: {
      rule: is.optional(is.key, null),
      label: 'Category of all others',
      hint: 'Empty: they cannot sign in.',
    },
  },
  rates: {
    perPatron: {
      ...NUMBER,
      rule: rate,
      column: 'requestsPerPatron',
      label: 'Requests of a patron per minute',
      hint: 'Empty: the service’s own.',
    },
    perClient: {
      ...NUMBER,
      rule: rate,
      column: 'requestsPerClient',
      label: 'Requests of a client per minute',
    },
    perLibrary: {
      ...NUMBER,
      rule: rate,
      column: 'requestsPerLibrary',
      label: 'Requests of the library per minute',
    },
  },
  // The defaults of the parameters `targetRatio` and `targetWaitDays` of pages and endpoints.
  collections: {
    holdsPerCopy: {
      ...NUMBER,
      rule: is.optional(is.wholeNumber(1, MAX_HOLDS_PER_COPY), null),
      column: 'holdsPerCopy',
      label: 'Waiting holds for each copy, at most',
      hint: 'Empty: 6.',
    },
    targetWaitDays: {
      ...NUMBER,
      rule: is.optional(is.wholeNumber(1, MAX_TARGET_WAIT_DAYS), null),
      column: 'targetWaitDays',
      label: 'Days that a new hold is likely to wait, at most',
      hint: 'Empty: no goal.',
    },
  },
  holds: HOLD_SETTINGS,
  loans: LOAN_SETTINGS,
  content: {
    frameOrigins: {
      ...LIST,
      rule: is.optional(is.list(value.frameOrigin, MAX_FRAME_ORIGINS), []),
      column: 'contentFrameOrigins',
      label: 'Sites that may show the content page in a frame',
      hint: 'Such as https://library.example, with commas between.',
    },
  },
  shelf: SHELF_SETTINGS,
  notices: NOTICE_SETTINGS,
  texts: TEXT_SETTINGS,
} as const satisfies Readonly<Record<string, Readonly<Record<string, Setting>>>>;

export type Settings = typeof SETTINGS;
export type SettingGroup = keyof Settings;

/** The path of a setting, such as `mail.fromName`. */
export type SettingName = {
  [Group in SettingGroup]: `${Group}.${keyof Settings[Group] & string}`;
}[SettingGroup];

export const SETTING_NAMES = Object.entries(SETTINGS).flatMap(([group, members]) =>
  Object.keys(members).map((member) => `${group}.${member}` as SettingName),
);

export function settingNamed(name: SettingName): Setting {
  const [group, member] = partsOf(name);
  return (SETTINGS[group] as Readonly<Record<string, Setting>>)[member]!;
}

export function partsOf(name: SettingName): [group: SettingGroup, member: string] {
  return name.split('.') as [SettingGroup, string];
}
