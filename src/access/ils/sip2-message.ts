import iconv from 'iconv-lite';
import type { SipCharset } from './ils-settings.js';

/** A message of SIP2 2.00: a code, members of fixed length in a fixed order, and named fields in any order. */
export interface SipMessage {
  readonly code: string;
  readonly fixed: string;
  /** A field may occur several times. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** The number of the request that it answers, if it has one. */
  readonly sequence: string | undefined;
}

/** A message to send. A field without a value is left out. */
export interface SipRequest {
  readonly code: string;
  readonly fixed: string;
  readonly fields: readonly (readonly [code: string, value: string | null])[];
}

/** The other side does not speak the protocol, or its message arrived damaged. */
export class BadSipAnswer extends Error {}

/** The system asks for the same message again and again. */
export class SipNotUnderstood extends BadSipAnswer {}

/** The checksum does not match the bytes: another copy may be whole. */
export class DamagedSipAnswer extends BadSipAnswer {}

/** The total length of the members of fixed length, by the code of the message. */
const FIXED_LENGTH: Readonly<Record<string, number>> = {
  24: 35,
  35: 18,
  36: 19,
  63: 31,
  64: 59,
  93: 2,
  94: 1,
  96: 0,
  97: 0,
  98: 34,
  99: 8,
};

/** Fields of fixed length: some systems end them without a delimiter. */
const FIELD_LENGTH: Readonly<Record<string, number>> = { BL: 1, CQ: 1, BH: 3, BZ: 4, CA: 4, CB: 4 };

const TRAILER = /(?:AY(\d))?(?:AZ([0-9A-Fa-f]{4}))?$/;
/** A delimiter that ends a field, as opposed to one within a text. */
const FIELD_END = /\|(?=[A-Z][A-Z0-9]|\s*$)/g;
const FIELD_ENDS_HERE = new RegExp(FIELD_END.source, 'y');
const BEGINS_FIELD = /^(?:[A-Z][A-Z0-9]|\s*$)/;
const UNSENDABLE = /[\p{Cc}|]/u;
/** Some systems write a delimiter within a value like this. */
const ESCAPED_DELIMITER = '&#124;';

/** Whether a value can be sent: it must not end a field, and the charset must have all its characters. */
export function isSendable(value: string, charset: SipCharset): boolean {
  return !UNSENDABLE.test(value) && iconv.decode(iconv.encode(value, charset), charset) === value;
}

/**
 * The bytes of a message, with the CR that ends it.
 * @param sequence undefined: without error detection
 * @throws Error for a value that cannot be sent
 */
export function writeMessage(
  { code, fixed, fields }: SipRequest,
  charset: SipCharset,
  sequence?: number,
): Buffer {
  const written = fields.flatMap(([name, value]) => {
    if (value === null) return [];
    if (!isSendable(value, charset)) throw new Error(`The value of ${name} cannot be sent.`);
    return [`${name}${value}|`];
  });
  const message = iconv.encode([code, fixed, ...written].join(''), charset);
  if (sequence === undefined) return Buffer.concat([message, CR]);
  const counted = Buffer.concat([message, Buffer.from(`AY${sequence}AZ`)]);
  return Buffer.concat([counted, Buffer.from(checksumOf(counted)), CR]);
}

const CR = Buffer.from('\r');

/** The number that makes the sum of the bytes, up to and including `AZ`, 0 modulo 65536. */
export function checksumOf(bytes: Uint8Array): string {
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  return (-sum & 0xffff).toString(16).toUpperCase().padStart(4, '0');
}

/**
 * Reads a message, without its end mark. A message without a checksum is accepted: some systems send none.
 * @throws BadSipAnswer, DamagedSipAnswer
 */
export function readMessage(bytes: Buffer, charset: SipCharset): SipMessage {
  const [trailer = '', sequence, checksum] = TRAILER.exec(bytes.toString('latin1')) ?? [];
  if (checksum !== undefined) requireWhole(bytes, checksum);
  const text = iconv.decode(bytes.subarray(0, bytes.length - trailer.length), charset);
  const code = text.slice(0, 2);
  const fixedLength = FIXED_LENGTH[code];
  if (fixedLength === undefined) throw new BadSipAnswer('The answer is of an unknown kind.');
  const end = 2 + fixedLength;
  if (text.length < end) throw new BadSipAnswer('The answer is too short.');
  return { code, fixed: text.slice(2, end), fields: fieldsIn(text.slice(end)), sequence };
}

function requireWhole(bytes: Buffer, checksum: string): void {
  if (checksumOf(bytes.subarray(0, -checksum.length)) !== checksum.toUpperCase())
    throw new DamagedSipAnswer('The checksum of the answer is wrong.');
}

function fieldsIn(text: string): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  let rest = text.trimStart();
  while (rest.length >= 2) {
    const name = rest.slice(0, 2);
    const end = endOfValue(name, rest);
    const value = rest.slice(2, end).trim().replaceAll(ESCAPED_DELIMITER, '|');
    const values = fields.get(name);
    if (values === undefined) fields.set(name, [value]);
    else values.push(value);
    rest = rest.slice(end).replace(/^\|/, '').trimStart();
  }
  return fields;
}

/** Where the value ends that begins behind the field's two letters. */
function endOfValue(name: string, text: string): number {
  const fixedEnd = 2 + (FIELD_LENGTH[name] ?? Infinity);
  if (isUndelimited(text, fixedEnd) && BEGINS_FIELD.test(text.slice(fixedEnd))) return fixedEnd;
  FIELD_END.lastIndex = 2;
  return FIELD_END.exec(text)?.index ?? text.length;
}

/**
 * Whether the value has no delimiter before this. The search stops there: otherwise thousands of short fields would each search the whole
 * rest.
 */
function isUndelimited(text: string, end: number): boolean {
  if (end >= text.length) return false;
  for (let at = 2; at <= end; at++) {
    FIELD_ENDS_HERE.lastIndex = at;
    if (FIELD_ENDS_HERE.test(text)) return false;
  }
  return true;
}

/**
 * The value of a field that decides something.
 * @throws BadSipAnswer if the field occurs several times: somebody may have put a delimiter, and what looks like a field, into a text
 */
export function onlyValue({ fields }: SipMessage, name: string): string | undefined {
  const [value, ...others] = new Set(fields.get(name));
  if (others.length > 0) throw new BadSipAnswer(`The answer has several fields ${name}.`);
  return value;
}
