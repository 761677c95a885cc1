import * as z from 'zod';
import { EMAIL_ADDRESS, readMailbox } from '../../http/fields/validators.js';
import { parseTime, POINT_IN_TIME } from '../../http/fields/time.js';
import { isCalendarDay } from '../../domain/calendar-day.js';
import { MAX_ID } from '../../domain/numbers.js';
import { canonicalTag, LANGUAGES, languageCodeOf } from '../../domain/languages.js';
import { parsePhone } from '../../domain/texts.js';
import { typedCard } from '../../domain/patron.js';
import { parseTitleId } from '../../domain/titles/title-id.js';

/**
 * Rules for the members of records. Every message completes a sentence that begins with the member's name. No message repeats the value, which may be
 * a secret or an e-mail address.
 */

/** The number of issues that are collected in a list and reported for a record. */
export const MAX_ISSUES = 5;

const MAX_NAME_LENGTH = 1_000;
const MAX_KEY_LENGTH = 100;
const MAX_LIMIT = 1_000_000;

interface Message {
  readonly error: (issue: { readonly input?: unknown }) => string;
}

/** `allowed` completes "<member> must be …". */
export function mustBe(allowed: string): Message {
  return {
    error: ({ input }) => (input === undefined ? `is missing: it must be ${allowed}` : `must be ${allowed}`),
  };
}

/** Null means absent, as for all optional members. */
export function optional<Value, Absent>(
  rule: z.ZodType<Value>,
  absent: Absent,
): z.ZodType<Value | Absent, unknown> {
  return rule.nullish().transform((value) => value ?? absent);
}

/** A member that may be absent: undefined keeps the stored value, and null removes it. */
export function keptIfAbsent<Value>(rule: z.ZodType<Value>): z.ZodType<Value | null | undefined, unknown> {
  return rule.nullish();
}

export function wholeNumber(from: number, to: number): z.ZodType<number> {
  const message = mustBe(`a whole number from ${from} to ${to}`);
  return z
    .number(message)
    .refine((value) => Number.isInteger(value) && value >= from && value <= to, message);
}

export function oneOf<const Values extends readonly string[]>(values: Values): z.ZodType<Values[number]> {
  return z.enum(values, mustBe(`one of ${values.join(', ')}`));
}

export const trueOrFalse = z.boolean(mustBe('true or false'));

/** One line that is not blank. UTF-8 cannot encode half a surrogate pair. */
export function text(longest: number, shortest = 1): z.ZodType<string> {
  return readable(longest, shortest, /\p{Cc}/u);
}

/** Text that may have line breaks and tabs, such as a description. */
export function longText(longest: number): z.ZodType<string> {
  return readable(longest, 1, /(?![\t\n\r])\p{Cc}/u);
}

function readable(longest: number, shortest: number, refused: RegExp): z.ZodType<string> {
  const message = mustBe(`text of ${shortest} to ${longest} characters`);
  return z
    .string(message)
    .refine((value) => value.length >= shortest && value.length <= longest, message)
    .refine((value) => value === '' || value.trim() !== '', { error: 'must not be spaces alone' })
    .refine((value) => value.isWellFormed() && !refused.test(value), {
      error: 'must not contain control characters or half a surrogate pair',
    });
}

/** An object without unknown members; `allowed` completes "<member> must be …". */
export function strict<Shape extends z.ZodRawShape>(
  shape: Shape,
  allowed: string,
): z.ZodObject<Shape, z.core.$strict> {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `has an unknown member ${issue.keys.slice(0, MAX_ISSUES).map(quoted).join(', ')}`
        : mustBe(allowed).error(issue),
  });
}

function quoted(key: string): string {
  return JSON.stringify(key.slice(0, MAX_KEY_LENGTH));
}

/** Zod's own list would read all items of a list that is too long, and collect all issues of each. */
export function list<Value>(item: z.ZodType<Value>, longest: number): z.ZodType<Value[]> {
  const message = mustBe(`a list of at most ${longest}`);
  return z
    .custom<unknown[]>((value) => Array.isArray(value) && value.length <= longest, message)
    .transform((items, context) => readItems(item, items, context));
}

function readItems<Value>(
  item: z.ZodType<Value>,
  items: readonly unknown[],
  context: z.core.$RefinementCtx,
): Value[] {
  const values: Value[] = [];
  for (const [index, given] of items.entries()) {
    const { data, error, success } = item.safeParse(given);
    if (success) values.push(data);
    for (const { path, message } of error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [index, ...path], message });
    if (context.issues.length >= MAX_ISSUES) break;
  }
  return values;
}

export function numberBetween(min: number, max: number): z.ZodType<number> {
  const message = mustBe(`a number from ${min} to ${max}`);
  return z.number(message).refine((value) => value >= min && value <= max, message);
}

const address = mustBe('an http:// or https:// address');

/** An address that clients are sent to: never a script, a file or an address with a user name. */
export const webAddress: z.ZodType<string> = text(2_000).refine(isWebAddress, address);

function isWebAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

const phoneNumber = mustBe('a telephone number with a plus and the code of its country, like +14155550123');

/** In the form of E.164. */
export const phone: z.ZodType<string> = z.string(phoneNumber).transform((value, context) => {
  const read = parsePhone(value);
  if (read !== undefined) return read;
  context.addIssue({ code: 'custom', message: phoneNumber.error({ input: value }) });
  return z.NEVER;
});

const sixDigits = mustBe('a color like #1a2b3c');

/** Lower-cased. */
export const color: z.ZodType<string> = z
  .string(sixDigits)
  .refine((value) => /^#[0-9a-f]{6}$/i.test(value), sixDigits)
  .transform((value) => value.toLowerCase());

const zone = mustBe('a time zone of the IANA database, like Europe/Berlin');

export const timeZone: z.ZodType<string> = z.string(zone).refine(isTimeZone, zone);

/** Offsets such as +01:00 are refused: they do not know when the clocks change. */
function isTimeZone(value: string): boolean {
  if (!/^[A-Za-z]/.test(value)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

const tag = mustBe('a language tag like en or fr-CA');

/** Returned in canonical form. */
export const language: z.ZodType<string> = z.string(tag).transform((value, context) => {
  const canonical = canonicalTag(value);
  if (canonical !== undefined) return canonical;
  context.addIssue({ code: 'custom', message: tag.error({ input: value }) });
  return z.NEVER;
});

/** A language that notices can be written in. */
export const noticeLanguage: z.ZodType<string> = language.refine(
  (value) => languageCodeOf(value) !== undefined,
  mustBe(`a language tag of ${LANGUAGES.join(', ')}`),
);

export const id = wholeNumber(1, MAX_ID);
export const limit = wholeNumber(0, MAX_LIMIT);
export const name = text(MAX_NAME_LENGTH);
/** A library's own identifier of a collection or category. */
export const key = text(MAX_KEY_LENGTH);
/** Returned as it is looked up. */
export const cardNumber: z.ZodType<string> = z.preprocess(
  (value) => (typeof value === 'string' ? typedCard(value) : value),
  key,
);

const guid = mustBe('a GUID');

/** Lower-cased. */
export const reserveId: z.ZodType<string> = z.string(guid).transform((value, context) => {
  const title = parseTitleId(value);
  if (title?.kind === 'reserveId') return title.reserveId;
  context.addIssue({ code: 'custom', message: guid.error({ input: value }) });
  return z.NEVER;
});

/** Completes "emailAddress must be …". */
export const EMAIL_ADDRESS_RULE = EMAIL_ADDRESS.message;
const email = mustBe(EMAIL_ADDRESS_RULE);

/** Returned with its domain in ASCII. */
export const mailbox: z.ZodType<string> = z.string(email).transform((value, context) => {
  const address = readMailbox(value);
  if (address !== undefined) return address;
  context.addIssue({ code: 'custom', message: email.error({ input: value }) });
  return z.NEVER;
});

const date = mustBe('a date like 2026-03-31');
const NO_DAY = 'is a day that does not exist';

/** From the year 1 on. */
export const day: z.ZodType<string> = z
  .string(date)
  .regex(/^(?!0000)\d{4}-\d{2}-\d{2}$/, { ...date, abort: true })
  .refine(isCalendarDay, { error: NO_DAY });

const pointInTime = mustBe(POINT_IN_TIME.message);

/** From the year 1970 on; UTC if there is no zone. */
export const time: z.ZodType<Date> = z.string(pointInTime).transform((value, context) => {
  const read = parseTime(value);
  if (read !== undefined && read.getTime() >= 0) return read;
  const [day = ''] = /^\d{4}-\d{2}-\d{2}/.exec(value) ?? [];
  const isNoDay = day !== '' && !isCalendarDay(day);
  context.addIssue({ code: 'custom', message: isNoDay ? NO_DAY : pointInTime.error({ input: value }) });
  return z.NEVER;
});

/** A day, which begins at midnight in the library's time zone, or a point in time: as it is written in SQL. */
export const dayOrTime: z.ZodType<string> = z.unknown().transform((value, context) => {
  const isDay = typeof value !== 'string' || /^\d{4}-\d{2}-\d{2}$/.test(value);
  const read = (isDay ? day : time).safeParse(value);
  if (read.success) return typeof read.data === 'string' ? read.data : read.data.toISOString();
  for (const { message } of read.error.issues) context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** The two forms of a record: whole, and with `"delete": true`, which needs only the key. */
export interface RecordSchemas<Whole, Key> {
  readonly whole: z.ZodType<Whole>;
  readonly key: z.ZodType<Key>;
  /** Reads the key of a record, whatever else is wrong with it. */
  readonly names: z.ZodType;
  /** Its key names the library. */
  readonly isOfLibrary: boolean;
}

type Members<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

export function recordSchemas<Key extends z.ZodRawShape, Rest extends z.ZodRawShape>(
  key: Key,
  rest: Rest,
): RecordSchemas<Members<Key & Rest>, Members<Key>> {
  const whole = strict({ ...key, ...rest }, 'an object');
  const keyOnly = strict(rest, 'an object').partial().extend(key);
  return {
    whole,
    key: keyOnly as unknown as z.ZodType<Members<Key>>,
    names: z.object(key),
    isOfLibrary: 'websiteId' in key,
  };
}

/** JSON has no undefined: two equal records must be stored alike. */
export function withoutAbsent<Members extends object>(members: Members): Partial<Members> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Partial<Members>;
}
