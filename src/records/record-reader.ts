import type { z } from 'zod';
import type { RecordKind } from './record-kind.js';

/** What a line asks for, or why it cannot be understood. */
export type ReadRecord<Name extends string> =
  { readonly kind: Name; readonly removes: boolean; readonly record: unknown } | { readonly problem: string };

const MAX_PROBLEMS_REPORTED = 5;

/** Reads the records of one set of kinds. */
export class RecordReader<Name extends string> {
  private readonly names: readonly string[];

  constructor(private readonly kinds: Readonly<Record<Name, RecordKind>>) {
    this.names = Object.keys(kinds);
  }

  read(text: string): ReadRecord<Name> {
    const value = parse(text);
    if (value === undefined) return { problem: 'is not valid JSON' };
    if (!isObject(value)) return { problem: 'must be a JSON object' };
    const { record: kind, delete: removes = false, ...members } = value;
    if (!this.isKind(kind)) return { problem: mustBeOneOf('record', kind, this.names) };
    if (typeof removes !== 'boolean') return { problem: 'delete must be true or false' };
    const { whole, key } = this.kinds[kind].schemas;
    const parsed = (removes ? key : whole).safeParse(members);
    if (!parsed.success) return { problem: tell(kind, parsed.error.issues) };
    return { kind, removes, record: parsed.data };
  }

  private isKind(name: unknown): name is Name {
    return typeof name === 'string' && this.names.includes(name);
  }
}

/** The parser's own words would repeat parts of the line, and it may hold secrets. */
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

function tell(kind: string, issues: readonly z.core.$ZodIssue[]): string {
  const told = issues.slice(0, MAX_PROBLEMS_REPORTED);
  return told.map(({ path, message }) => `${memberAt(path) || kind} ${message}`).join('; ');
}

/** As one would write it in JavaScript: `creators[2].name`. */
function memberAt(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .slice(1);
}
