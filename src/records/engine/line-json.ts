/** More than any record needs. What JSON.parse and the schemas do with a line is then a matter of milliseconds. */
const MAX_VALUES = 20_000;
const MAX_NESTING = 8;

/** What a line of JSON says, or why it says nothing. No problem quotes the line, which may contain secrets. */
export type ParsedLine = { readonly value: unknown } | { readonly problem: string };

/** Counts what is in the text before any of it is made, and refuses an object that has a member twice. */
export function parseLine(text: string): ParsedLine {
  const shape = shapeOf(text);
  if (shape.nesting > MAX_NESTING) return { problem: `is nested deeper than ${MAX_NESTING} levels` };
  if (shape.values > MAX_VALUES) return { problem: `has more than ${MAX_VALUES} values` };
  try {
    const value = JSON.parse(text) as unknown;
    return countMembers(value) === shape.members
      ? { value }
      : { problem: 'has the same member twice in one object' };
  } catch {
    return { problem: 'is not valid JSON' };
  }
}

interface Shape {
  /** At least as many as there are. */
  readonly values: number;
  /** Of all objects, each as often as it is written. */
  readonly members: number;
  readonly nesting: number;
}

/** Of valid JSON; of any other text it means nothing. */
function shapeOf(text: string): Shape {
  const seen = { values: 1, members: 0, nesting: 0 };
  let depth = 0;
  for (let at = 0; at < text.length; at++)
    switch (text.charAt(at)) {
      case '"':
        at = endOfString(text, at);
        break;
      case ':':
        seen.members++;
        break;
      case ',':
        seen.values++;
        break;
      case '[':
      case '{':
        seen.values++;
        seen.nesting = Math.max(seen.nesting, ++depth);
        break;
      case ']':
      case '}':
        depth--;
        break;
    }
  return seen;
}

/** Where the closing quote of the string that begins at `start` is. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** No deeper than MAX_NESTING. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const values: unknown[] = Object.values(value);
  return values.reduce<number>(
    (members, each) => members + countMembers(each),
    Array.isArray(value) ? 0 : values.length,
  );
}
