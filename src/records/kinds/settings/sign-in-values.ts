import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import * as z from 'zod';
import { type CategoryRule, type HomeLibraries, SIP_BLOCKS } from '../../../access/ils/ils-settings.js';
import * as is from '../../engine/schema-rules.js';

const MAX_FIELD_LENGTH = 255;
const MAX_HOME_LIBRARIES = 100;
const MAX_CERTIFICATES_LENGTH = 20_000;

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.?$/i;

export const host = is
  .text(MAX_FIELD_LENGTH)
  .refine((value) => isIP(value) !== 0 || HOST_NAME.test(value), is.mustBe('the name or address of a host'));

/** A delimiter in the value would begin another field of the SIP2 message. */
export const fieldOf = (shortest: number): z.ZodType<string> =>
  is.text(MAX_FIELD_LENGTH, shortest).refine((value) => !value.includes('|'), {
    error: 'must not contain |',
  });
export const fieldValue = fieldOf(1);

const FIELD = /^[A-Z][A-Z0-9]$/;

const fieldCode = z
  .string(is.mustBe('the code of a field, like PC'))
  .refine((value) => FIELD.test(value), is.mustBe('the code of a field, like PC'));

export const categoryRule = is.strict(
  {
    field: fieldCode,
    value: is.text(MAX_FIELD_LENGTH),
    category: is.key,
  },
  'an object with field, value and category',
);

export const homeLibrary = is.strict(
  {
    field: fieldCode,
    allow: is
      .list(is.text(MAX_FIELD_LENGTH), MAX_HOME_LIBRARIES)
      .refine(({ length }) => length > 0, { error: 'must name at least one library' }),
  },
  'an object with field and allow',
);

const certificates = is.mustBe('certificates in PEM');

/** Restores the line breaks that a form has lost. */
export const authorities = is.longText(MAX_CERTIFICATES_LENGTH).transform((value, context) => {
  const read = readCertificates(value);
  if (read !== undefined) return read;
  context.addIssue({ code: 'custom', message: certificates.error({ input: value }) });
  return z.NEVER;
});

const CERTIFICATE = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;

/** Undefined if the text contains anything but certificates. */
function readCertificates(text: string): string | undefined {
  const found = [...text.matchAll(CERTIFICATE)];
  if (found.length === 0 || text.replaceAll(CERTIFICATE, '').trim() !== '') return undefined;
  try {
    return found.map(([, body = '']) => String(new X509Certificate(Buffer.from(body, 'base64')))).join('');
  } catch {
    return undefined;
  }
}

const MAX_AMOUNT = 1_000_000;

export const amount = z
  .number(is.mustBe('an amount, like 10.50'))
  .refine((value) => value >= 0 && value <= MAX_AMOUNT, is.mustBe(`an amount from 0 to ${MAX_AMOUNT}`));

export const DEFAULT_BLOCKS = [
  'chargeDenied',
  'holdDenied',
  'cardLost',
  'tooManyLost',
  'excessiveFines',
  'excessiveFees',
  'tooManyBilled',
] as const satisfies (typeof SIP_BLOCKS)[number][];

/** The placeholder for a stored password, which is never shown. */
export const KEPT_PASSWORD = '***';

/** The text of a rule, such as `PC=ST*:students`. */
export function writeCategoryRule({ field, value, category }: CategoryRule): string {
  return `${field}=${value}:${category}`;
}

const TYPED_RULE = /^([^=]*)=([^:]*):(.*)$/su;

/** Returns text that is no rule unchanged; the record's schema refuses it. */
export function readCategoryRule(text: string): unknown {
  const [, field, value, category] = TYPED_RULE.exec(text) ?? [];
  return field === undefined
    ? text
    : { field: field.trim(), value: value?.trim(), category: category?.trim() };
}

/** The text of a rule, such as `AQ=MAIN, EAST`. */
export function writeHomeLibrary({ field, allow }: HomeLibraries): string {
  return `${field}=${allow.join(', ')}`;
}

const TYPED_HOME_LIBRARY = /^([^=]*)=(.*)$/su;

/** Returns text that is no rule unchanged; the record's schema refuses it. */
export function readHomeLibrary(text: string): unknown {
  const [, field, allowed = ''] = TYPED_HOME_LIBRARY.exec(text) ?? [];
  return field === undefined
    ? text
    : { field: field.trim(), allow: allowed.split(',').map((each) => each.trim()) };
}
