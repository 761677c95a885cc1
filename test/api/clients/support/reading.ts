import { isDeepStrictEqual } from 'node:util';

/**
 * How a strict client reads a value: what it cannot use, one line each. `fill` puts the values of this conversation into
 * a text. A missing member is read as undefined.
 */
export type Reading = (value: unknown, at: string, fill: (text: string) => string) => string[];

type Test = (value: unknown) => boolean;

/** A reading of one value by itself. `what` is the word for it in a complaint. */
export function reading(what: string, test: Test): Reading {
  return (value, at) => (test(value) ? [] : [`${at} is ${shown(value)}, not ${what}`]);
}

export const text = reading('a text', (value) => typeof value === 'string');
export const words = reading('a text with something in it', (value) => isText(value, /\S/));
export const number = reading('a number', (value) => typeof value === 'number');
export const whole = reading('a whole number', (value) => Number.isInteger(value));
export const count = reading(
  'a whole number from 0',
  (value) => Number.isInteger(value) && Number(value) >= 0,
);
export const flag = reading('true or false', (value) => typeof value === 'boolean');
export const absent = reading('absent', (value) => value === undefined);
export const anObject = reading('an object', isObject);
export const address = reading('an absolute address', (value) => isText(value, /^https?:\/\/[^/]+\//));
/** Exactly this form: strict clients parse it with `%Y-%m-%dT%H:%M:%SZ`. */
export const time = reading('a time with its zone', (value) =>
  isText(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
);

/** The same value; texts are filled in first. */
export function exactly(expected: unknown): Reading {
  return (value, at, fill) => {
    const wanted = typeof expected === 'string' ? fill(expected) : expected;
    return isDeepStrictEqual(value, wanted) ? [] : [`${at} is ${shown(value)}, not ${shown(wanted)}`];
  };
}

export function matching(pattern: RegExp): Reading {
  return reading(`like ${String(pattern)}`, (value) => isText(value, pattern));
}

/** A text that begins as `beginning`, filled in. */
export function beginningWith(beginning: string): Reading {
  return (value, at, fill) =>
    typeof value === 'string' && value.startsWith(fill(beginning))
      ? []
      : [`${at} is ${shown(value)} and does not begin with ${fill(beginning)}`];
}

export function optional(read: Reading): Reading {
  return (value, at, fill) => (value === undefined ? [] : read(value, at, fill));
}

export function all(...readings: readonly Reading[]): Reading {
  return (value, at, fill) => readings.flatMap((read) => read(value, at, fill));
}

/** An object with these members; others are of no interest to the client. */
export function members(wanted: Readonly<Record<string, Reading>>): Reading {
  return (value, at, fill) =>
    isObject(value)
      ? Object.entries(wanted).flatMap(([name, read]) => read(value[name], `${at}.${name}`, fill))
      : [`${at} is ${shown(value)}, not an object`];
}

/** For clients that look at the order of members. */
export function lastMember(name: string): Reading {
  return reading(
    `an object that ends with ${name}`,
    (value) => isObject(value) && Object.keys(value).at(-1) === name,
  );
}

export function listOf(read: Reading, { atLeast = 0 } = {}): Reading {
  return (value, at, fill) => {
    if (!Array.isArray(value)) return [`${at} is ${shown(value)}, not a list`];
    if (value.length < atLeast) return [`${at} has ${value.length} elements, not ${atLeast} at least`];
    return value.flatMap((element: unknown, index) => read(element, `${at}[${index}]`, fill));
  };
}

/** A list with exactly this many elements. */
export function listOfLength(length: number, read: Reading = anObject): Reading {
  return all(
    reading(`a list of ${length}`, (value) => Array.isArray(value) && value.length === length),
    listOf(read),
  );
}

/** A list one of whose elements has this member with this value, filled in: that element is read. */
export function elementWhere(member: string, expected: string, read: Reading): Reading {
  return (value, at, fill) => {
    if (!Array.isArray(value)) return [`${at} is ${shown(value)}, not a list`];
    const element = elementOf(value, member, fill(expected));
    return element === undefined
      ? [`${at} has no element whose ${member} is ${fill(expected)}: ${shown(value)}`]
      : read(element, `${at}[${member}=${fill(expected)}]`, fill);
  };
}

/** A list with this value among its elements. */
export function including(expected: string): Reading {
  return (value, at, fill) =>
    Array.isArray(value) && value.includes(fill(expected))
      ? []
      : [`${at} is ${shown(value)}, without ${fill(expected)}`];
}

/** What a path such as `actions.format.fields.name=formatType.options.0` leads to; undefined when to nothing. */
export function memberAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, step) => {
    const [member, expected] = step.split('=');
    if (Array.isArray(found) && member !== undefined && expected !== undefined)
      return elementOf(found, member, expected);
    return isObject(found) || Array.isArray(found) ? (found as Record<string, unknown>)[step] : undefined;
  }, value);
}

function elementOf(list: readonly unknown[], member: string, expected: string): unknown {
  return list.find((element) => isObject(element) && String(element[member]) === expected);
}

function isText(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'missing').slice(0, 300);
}
