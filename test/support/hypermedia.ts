/** What answers offer, read by shape alone: a link has an `href`, an action has a `method` as well. */

/** One thing that an answer offers to do, with one way to fill its form in. */
export interface Offer {
  readonly name: string;
  readonly method: string;
  readonly href: string;
  /** Undefined: it takes no body. */
  readonly values: Readonly<Record<string, string>> | undefined;
  /** The names of all that is offered beside it: so the same action in another condition is told apart. */
  readonly among: readonly string[];
}

interface Input {
  readonly name: string;
  readonly type: string;
  readonly value?: string;
  readonly options?: readonly string[];
  readonly optional?: boolean;
}

interface Action {
  readonly href: string;
  readonly method: string;
  readonly fields?: readonly Input[];
}

type Members = readonly (readonly [name: string, value: unknown])[];

/** The addresses and templates of addresses in an answer; what actions lead to is not among them. */
export function hrefsIn(value: unknown): string[] {
  if (isAction(value)) return [];
  return membersOf(value).flatMap(([name, member]) =>
    name === 'href' && typeof member === 'string' ? [member] : hrefsIn(member),
  );
}

/** Every action in an answer, once for each way to fill its form in. */
export function offersIn(value: unknown): Offer[] {
  const members = membersOf(value);
  const among = members.flatMap(([name, member]) => (isAction(member) ? [name] : []));
  return members.flatMap(([name, member]) =>
    isAction(member)
      ? waysToFill(member.fields).map((values) => ({
          name,
          method: member.method,
          href: member.href,
          values,
          among,
        }))
      : offersIn(member),
  );
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function isAction(value: unknown): value is Action {
  return typeof value === 'object' && value !== null && 'href' in value && 'method' in value;
}

/** Each option of each field in turn, each optional field once left out. */
function waysToFill(inputs: readonly Input[] | undefined): (Record<string, string> | undefined)[] {
  if (inputs === undefined) return [undefined];
  return inputs.reduce<Record<string, string>[]>(
    (ways, input) => ways.flatMap((way) => textsFor(input).map((text) => ({ ...way, ...text }))),
    [{}],
  );
}

function textsFor({ name, type, value, options, optional }: Input): Record<string, string>[] {
  const suggested = value ?? (type === 'number' ? '7' : 'walker@example.org');
  const texts = (options ?? [suggested]).map((text) => ({ [name]: text }));
  return optional === true ? [...texts, {}] : texts;
}
