import type * as z from 'zod';
import { parseLine } from './line-json.js';
import { RECORD_KINDS, type RecordKind, type RecordKindName, type RecordScope } from './record-kind.js';
import * as is from './schema-rules.js';
import { libraryOfTitle } from '../naming/title-source.js';

/** A parsed record, or the reason why it was refused. */
export type ReadRecord =
  | { readonly kind: RecordKind; readonly isRemoval: boolean; readonly record: unknown }
  | {
      readonly rejection: string;
      /** The parts of the rejection, if it is of members. */
      readonly problems?: readonly MemberProblem[];
      readonly websiteId?: number;
      readonly named?: NamedRecord;
    };

export interface MemberProblem {
  /** Undefined: the whole record. */
  readonly member: string | undefined;
  /** A sentence whose subject is the member, or the record. */
  readonly message: string;
  /** The same without its subject. */
  readonly predicate: string;
}

/** The subject of a rejected record; without the key if that cannot be read. */
export interface NamedRecord {
  readonly kind: RecordKind;
  readonly key?: unknown;
}

/** Whether the sender may apply such a record. */
export type Permission = (record: RecordScope) => boolean;

/** Applies to all kinds but titles, whose descriptions are long. */
const MAX_RECORD_BYTES = 128 * 1024;

/** Parses lines into records of the given kinds. */
export class RecordReader {
  constructor(private readonly kinds: readonly RecordKind[]) {}

  /** A record that its sender may not apply is not parsed beyond its kind and key. */
  read(text: string, mayApply: Permission = () => true): ReadRecord {
    const parsed = parseLine(text);
    if ('problem' in parsed) return { rejection: parsed.problem };
    if (!isObject(parsed.value)) return { rejection: 'must be a JSON object' };
    const { record: name, delete: isRemoval = false, ...members } = parsed.value;
    const kind = this.kinds.find((each) => each.name === name);
    if (kind === undefined) return { rejection: mustBeOneOf('record', name, RECORD_KINDS) };
    if (typeof isRemoval !== 'boolean') return { rejection: 'delete must be true or false' };
    const library = is.id.safeParse(
      kind.name === 'title' && !isRemoval ? libraryOfTitle(members) : members.websiteId,
    );
    const rejection =
      refusalOf(kind, isRemoval, library, mayApply) ??
      (kind.name !== 'title' && Buffer.byteLength(text) > MAX_RECORD_BYTES
        ? `is longer than the ${MAX_RECORD_BYTES} bytes of a ${kind.name}`
        : undefined);
    const read =
      rejection === undefined
        ? readMembers(kind, isRemoval, members)
        : { rejection, named: namedIn(kind, members) };
    return 'rejection' in read && library.success ? { ...read, websiteId: library.data } : read;
  }
}

/** Says who owns a record that belongs to no library, and what its sender can do instead. */
const OF_ALL: Partial<Record<RecordKindName, string>> = {
  title:
    ' that all libraries share: ask who runs the service, or name one of your own by its externalId, without reserveId',
};

type LibraryGiven = z.ZodSafeParseResult<number>;

/** Undefined if the sender may apply the record. */
function refusalOf(
  { name, schemas }: RecordKind,
  isRemoval: boolean,
  { data: websiteId, error }: LibraryGiven,
  mayApply: Permission,
): string | undefined {
  if (mayApply({ kind: name, isRemoval, websiteId })) return undefined;
  if (schemas.isOfLibrary && error !== undefined) return sentenceOf(problemsOf('websiteId', error.issues));
  const verb = isRemoval ? 'delete' : 'change';
  const place = websiteId === undefined ? (OF_ALL[name] ?? '') : ` of library ${websiteId}`;
  return `your role does not permit you to ${verb} a ${name}${place}`;
}

function readMembers(kind: RecordKind, isRemoval: boolean, members: object): ReadRecord {
  const { whole, key } = kind.schemas;
  const parsed = (isRemoval ? key : whole).safeParse(members);
  if (parsed.success) return { kind, isRemoval, record: parsed.data };
  const problems = problemsOf(kind.name, parsed.error.issues);
  return { rejection: sentenceOf(problems), problems, named: namedIn(kind, members) };
}

function namedIn(kind: RecordKind, members: object): NamedRecord {
  return { kind, key: kind.schemas.names.safeParse(members).data };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mustBeOneOf(member: string, given: unknown, allowed: readonly string[]): string {
  const verb = given === undefined ? 'is missing: it must be' : 'must be';
  return `${member} ${verb} one of ${allowed.join(', ')}`;
}

/** @param whole the subject of an issue that concerns the whole value */
function problemsOf(whole: string, issues: readonly z.core.$ZodIssue[]): MemberProblem[] {
  return issues.slice(0, is.MAX_ISSUES).map(({ path, message: predicate }) => ({
    member: path[0] === undefined ? undefined : String(path[0]),
    message: `${memberAt(path) || whole} ${predicate}`,
    predicate,
  }));
}

function sentenceOf(problems: readonly MemberProblem[]): string {
  return problems.map(({ message }) => message).join('; ');
}

/** A member's path in JavaScript notation, such as `creators[2].name`. */
export function memberAt(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .slice(1);
}
