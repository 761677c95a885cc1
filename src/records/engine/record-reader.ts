import type { z } from 'zod';
import type { RecordKind } from './record-kind.js';

/** A parsed line, or why it cannot be parsed. */
export type ReadRecord<Name extends string> =
  | { readonly kind: Name; readonly isRemoval: boolean; readonly record: unknown }
  | { readonly problem: string };

const MAX_PROBLEMS_REPORTED = 5;

/** Parses lines into records of the given kinds. */
export class RecordReader<Name extends string> {
  private readonly names: readonly string[];

  constructor(private readonly kinds: Readonly<Record<Name, RecordKind>>) {
    this.names = Object.keys(kinds);
  }

  read(text: string): ReadRecord<Name> {
    const value = parse(text);
    if (value === undefined) return { problem: 'is not valid JSON' };
    if (!isObject(value)) return { problem: 'must be a JSON object' };
    const { record: kind, delete: isRemoval = false, ...members } = value;
    if (!this.isKind(kind)) return { problem: mustBeOneOf('record', kind, this.names) };
    if (typeof isRemoval !== 'boolean') return { problem: 'delete must be true or false' };
    const { whole, key } = this.kinds[kind].schemas;
    const parsed = (isRemoval ? key : whole).safeParse(members);
    if (!parsed.success) return { problem: describeIssues(kind, parsed.error.issues) };
    return { kind, isRemoval, record: parsed.data };
  }

  private isKind(name: unknown): name is Name {
    return typeof name === 'string' && this.names.includes(name);
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
    .slice(0, MAX_PROBLEMS_REPORTED)
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
