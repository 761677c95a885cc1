import type * as z from 'zod';
import { RECORD_KINDS, type RecordKind } from './record-kind.js';

/** A record as it was read, or why it could not be. */
export type ReadRecord =
  | { readonly kind: RecordKind; readonly isRemoval: boolean; readonly record: unknown }
  | { readonly rejection: string; readonly websiteId?: number };

const MAX_ISSUES_REPORTED = 5;

/** Parses lines into records of the given kinds. */
export class RecordReader {
  constructor(private readonly kinds: readonly RecordKind[]) {}

  read(text: string): ReadRecord {
    const value = parse(text);
    if (value === undefined) return { rejection: 'is not valid JSON' };
    if (!isObject(value)) return { rejection: 'must be a JSON object' };
    const { record: name, delete: isRemoval = false, ...members } = value;
    const kind = this.kinds.find((each) => each.name === name);
    if (kind === undefined) return { rejection: mustBeOneOf('record', name, RECORD_KINDS) };
    if (typeof isRemoval !== 'boolean') return { rejection: 'delete must be true or false' };
    const { whole, key } = kind.schemas;
    const parsed = (isRemoval ? key : whole).safeParse(members);
    if (!parsed.success) return { rejection: describeIssues(kind.name, parsed.error.issues) };
    return { kind, isRemoval, record: parsed.data };
  }
}

/** Drops the parser's own message: it quotes the line, which may contain secrets. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mustBeOneOf(member: string, given: unknown, allowed: readonly string[]): string {
  const verb = given === undefined ? 'is missing: it must be' : 'must be';
  return `${member} ${verb} one of ${allowed.join(', ')}`;
}

function describeIssues(kind: string, issues: readonly z.core.$ZodIssue[]): string {
  return issues
    .slice(0, MAX_ISSUES_REPORTED)
    .map(({ path, message }) => `${memberAt(path) || kind} ${message}`)
    .join('; ');
}

/** In JavaScript notation, such as `creators[2].name`. */
export function memberAt(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .slice(1);
}
