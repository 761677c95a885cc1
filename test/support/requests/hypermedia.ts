/** Finds links and actions by their shape alone: a link has an `href`, an action also has a `method`. */

/** An action of an answer, with one way to fill in its form. */
export interface Offer {
  readonly name: string;
  readonly method: string;
  readonly href: string;
  /** Undefined if the action takes no body. */
  readonly values: Readonly<Record<string, string>> | undefined;
  /** The names of the actions beside it, which distinguish the conditions of a hold. */
  readonly siblings: readonly string[];
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

/** The URLs and URI templates of the links in an answer, without those of its actions, and without what does not end. */
export function hrefsIn(value: unknown): string[] {
  if (isAction(value) || isStream(value)) return [];
  return membersOf(value).flatMap(([name, member]) =>
    name === 'href' && typeof member === 'string' ? [member] : hrefsIn(member),
  );
}

function isStream(value: unknown): boolean {
  return membersOf(value).some(([name, member]) => name === 'type' && member === 'text/event-stream');
}

/** Every action in an answer, once for each way to fill in its form. */
export function offersIn(value: unknown): Offer[] {
  const members = membersOf(value);
  const siblings = members.flatMap(([name, member]) => (isAction(member) ? [name] : []));
  return members.flatMap(([name, member]) =>
    isAction(member)
      ? waysToFill(member.fields).map((values) => ({
          name,
          method: member.method,
          href: member.href,
          values,
          siblings,
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

/** All combinations of the fields' options, where optional fields may be absent. */
function waysToFill(inputs: readonly Input[] | undefined): (Record<string, string> | undefined)[] {
  if (inputs === undefined) return [undefined];
  return inputs.reduce<Record<string, string>[]>(
    (ways, input) => ways.flatMap((way) => textsFor(input).map((text) => ({ ...way, ...text }))),
    [{}],
  );
}

/** What a client that knows nothing of a field puts into it. */
const SUGGESTED: Readonly<Record<string, string>> = {
  number: '7',
  // In any case after the service's day, and before ten years are over.
  date: `${new Date().getUTCFullYear() + 5}-06-01`,
};

function textsFor({ name, type, value, options, optional }: Input): Record<string, string>[] {
  const suggested = value ?? SUGGESTED[type] ?? 'client@example.org';
  const texts = (options ?? [suggested]).map((text) => ({ [name]: text }));
  return optional === true ? [...texts, {}] : texts;
}
