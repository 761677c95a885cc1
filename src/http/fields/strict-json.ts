import { type JSONVisitor, visit } from 'jsonc-parser';
import { Refusal } from '../../domain/errors.js';

/** A JSON value whose numbers keep their digits: 7.0 is not 7 to a field for whole numbers. */
export type StrictJson = string | boolean | null | JsonNumber | StrictJson[] | JsonObject;
export type JsonObject = Map<string, StrictJson>;

export class JsonNumber {
  constructor(readonly digits: string) {}
}

const MAX_NESTING = 8;

/**
 * Parses `text` as JSON, more strictly than the grammar: no duplicate keys, no `__proto__`, no NUL, no lone surrogate, at most 8 levels deep.
 * Ambiguous texts are refused before they are interpreted.
 * @throws Refusal `InvalidRequestBody`
 */
export function parseStrictJson(text: string): StrictJson {
  const builder = new Builder(text);
  visit(text, builder, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  return builder.result();
}

type Container = { list: StrictJson[] } | { object: JsonObject; key: string };

/** Builds the value from the parser's events, so that nothing deep or duplicate is built before it is refused. */
class Builder implements JSONVisitor {
  private root: StrictJson | undefined;
  private readonly open: Container[] = [];

  constructor(private readonly text: string) {}

  onObjectBegin = (): void => {
    const object: JsonObject = new Map();
    this.add(object);
    this.enter({ object, key: '' });
  };

  onArrayBegin = (): void => {
    const list: StrictJson[] = [];
    this.add(list);
    this.enter({ list });
  };

  onObjectProperty = (key: string): void => {
    const container = this.open.at(-1);
    if (container === undefined || !('object' in container)) return;
    refuseOddText(key);
    if (key === '__proto__') throw invalid('The body must not have a member "__proto__".');
    if (container.object.has(key)) throw invalid('The body has an object with the same member twice.');
    container.key = key;
  };

  onLiteralValue = (value: unknown, offset: number, length: number): void => {
    if (typeof value === 'string') refuseOddText(value);
    this.add(
      typeof value === 'number'
        ? new JsonNumber(this.text.slice(offset, offset + length))
        : (value as StrictJson),
    );
  };

  onObjectEnd = (): void => void this.open.pop();
  onArrayEnd = (): void => void this.open.pop();

  onError = (): void => {
    throw invalid('The body is not valid JSON.');
  };

  result(): StrictJson {
    if (this.root === undefined) throw invalid('The body is not valid JSON.');
    return this.root;
  }

  private enter(container: Container): void {
    this.open.push(container);
    if (this.open.length > MAX_NESTING)
      throw invalid(`The body is nested deeper than ${MAX_NESTING} levels.`);
  }

  private add(value: StrictJson): void {
    const container = this.open.at(-1);
    if (container === undefined) this.root = value;
    else if ('list' in container) container.list.push(value);
    else container.object.set(container.key, value);
  }
}

function refuseOddText(text: string): void {
  if (text.includes('\0')) throw invalid('The body holds a NUL character.');
  if (!text.isWellFormed()) throw invalid('The body holds half of a surrogate pair.');
}

function invalid(message: string): Refusal {
  return new Refusal('InvalidRequestBody', message);
}
