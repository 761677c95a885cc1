import type { ErrorCode } from '../../domain/errors.js';
import type { Schema } from '../schema.js';

/** What the code of an operation cannot say of it. */
export interface OperationWords {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** The refusals that its own rules make; those of tokens and of fields follow from the controller. */
  readonly refusals?: readonly ErrorCode[];
  /** What fields and parameters are for, where their names do not say it. */
  readonly meanings?: Readonly<Record<string, string>>;
  /** Fields of which the request must have one. */
  readonly needsOneOf?: readonly string[];
  /** The fields of the example, where all of them together would make no sense. */
  readonly exampleFields?: readonly string[];
  /** A body that does not follow the contract's convention. */
  readonly body?: Body;
  /** What is there instead of JSON. */
  readonly produces?: string;
  /** The answer has a `Location`. */
  readonly isLocated?: boolean;
  /** Another status with which it answers the same record, and when. */
  readonly otherwise?: { readonly status: number; readonly when: string };
}

export interface Body {
  readonly type: string;
  readonly description?: string;
  readonly schema: Schema;
  readonly example: unknown;
}

/** A group of operations, by method and path. */
export interface Chapter {
  readonly name: string;
  readonly description: string;
  /** Those of each of its operations. */
  readonly refusals?: readonly ErrorCode[];
  readonly operations: Readonly<Record<string, OperationWords>>;
}
