import { isIP } from 'node:net';
import * as z from 'zod';
import { type CategoryRule, SIP_BLOCKS, SIP_CHARSETS } from '../../../platform/settings/ils-settings.js';
import * as is from '../../engine/schema-rules.js';

/** The part of a library's settings that says how its own system is asked about patrons. */

const MAX_FIELD_LENGTH = 255;
const MAX_CATEGORY_RULES = 100;
const SIP_PORT = 6001;

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.?$/i;

const host = is
  .text(MAX_FIELD_LENGTH)
  .refine((value) => isIP(value) !== 0 || HOST_NAME.test(value), is.mustBe('the name or address of a host'));

/** A delimiter would begin another field of the message. */
const fieldValue = is.text(MAX_FIELD_LENGTH).refine((value) => !value.includes('|'), {
  error: 'must not contain |',
});

const FIELD = /^[A-Z][A-Z0-9]$/;

const categoryRule = is.strict(
  {
    field: z
      .string(is.mustBe('the code of a field, like PC'))
      .refine((value) => FIELD.test(value), is.mustBe('the code of a field, like PC')),
    value: is.text(MAX_FIELD_LENGTH),
    category: is.key,
  },
  'an object with field, value and category',
);

const DEFAULT_BLOCKS = [
  'chargeDenied',
  'holdDenied',
  'cardLost',
  'tooManyLost',
  'excessiveFines',
  'excessiveFees',
  'tooManyBilled',
] as const satisfies (typeof SIP_BLOCKS)[number][];

/** Stands for the password that is stored: it is never shown. */
export const KEPT_PASSWORD = '***';

export const signIn = is.strict(
  {
    kind: is.oneOf(['sip2']),
    host,
    port: is.optional(is.wholeNumber(1, 65_535), SIP_PORT),
    tls: is.optional(is.trueOrFalse, true),
    institutionId: is.optional(fieldValue, ''),
    locationCode: is.optional(fieldValue, null),
    login: is.optional(fieldValue, null),
    password: is.optional(fieldValue, null),
    charset: is.optional(is.oneOf(SIP_CHARSETS), 'utf8' as const),
    errorDetection: is.optional(is.trueOrFalse, true),
    scStatus: is.optional(is.trueOrFalse, true),
    endSession: is.optional(is.trueOrFalse, true),
    blocks: is.optional(is.list(is.oneOf(SIP_BLOCKS), SIP_BLOCKS.length), [...DEFAULT_BLOCKS]),
    categories: is.optional(is.list(categoryRule, MAX_CATEGORY_RULES), []),
    defaultCategory: is.optional(is.key, null),
  },
  'an object with kind and host',
);
export type SignInRecord = z.output<typeof signIn>;

export const SIGN_IN_MEMBERS = [
  'kind',
  'host',
  'port',
  'tls',
  'institutionId',
  'locationCode',
  'login',
  'password',
  'charset',
  'errorDetection',
  'scStatus',
  'endSession',
  'blocks',
  'categories',
  'defaultCategory',
] as const satisfies (keyof SignInRecord)[];

/** Such as `PC=ST*:students`, as a rule is typed. */
export function writeCategoryRule({ field, value, category }: CategoryRule): string {
  return `${field}=${value}:${category}`;
}

const TYPED_RULE = /^([^=]*)=([^:]*):(.*)$/su;

/** What is no rule stays as it is, and is refused as a member of the record. */
export function readCategoryRule(text: string): unknown {
  const [, field, value, category] = TYPED_RULE.exec(text) ?? [];
  return field === undefined
    ? text
    : { field: field.trim(), value: value?.trim(), category: category?.trim() };
}
