/** More than any record needs. The limit keeps JSON.parse and the schemas within milliseconds per line. */
const MAX_VALUES = 20_000;
const MAX_NESTING = 8;

/** The value of a line of JSON, or why it cannot be read. The problem does not quote the line, which may contain secrets. */
export type ParsedLine = { readonly value: unknown } | { readonly problem: string };

/** Counts the values in the text before any is created, and refuses objects that have a member twice. */
export function parseLine(text: string, maxNesting = MAX_NESTING): ParsedLine {
  const shape = shapeOf(text);
  if (shape.nesting > maxNesting) return { problem: `is nested deeper than ${maxNesting} levels` };
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
  /** An upper bound. */
  readonly values: number;
  /** The number of members in the text, including repeated ones. */
  readonly members: number;
  readonly nesting: number;
}

/** Exact for valid JSON only. */
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

/** The position of the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** Counts down to the greatest nesting. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const values: unknown[] = Object.values(value);
  return values.reduce<number>(
    (members, each) => members + countMembers(each),
    Array.isArray(value) ? 0 : values.length,
  );
}
