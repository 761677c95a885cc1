import type { ErrorCode } from '../../domain/errors.js';
import type { Schema } from './schema.js';

/** What openapi.json says of an operation and its code cannot: the rest is read from the controller. */
export interface OperationDescription {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  /** The refusals that its own rules make; those of tokens and of fields follow from the controller. */
  readonly refusals?: readonly ErrorCode[];
  /** What fields and query parameters are for, by name, where the name does not say it. */
  readonly fieldDescriptions?: Readonly<Record<string, string>>;
  /** Fields of which the request must have one. */
  readonly requiresOneOf?: readonly string[];
  /** The fields of the example, where all of them together would make no sense. */
  readonly exampleFields?: readonly string[];
  /** A request body that does not follow the request convention. */
  readonly body?: BodyDescription;
  /** The media types of a response that is not a record in JSON. */
  readonly mediaTypes?: readonly string[];
  /** The response has no end, and so no `ETag`. */
  readonly isEndless?: true;
  /** Headers of requests that it reads, none of which is required. */
  readonly headers?: readonly HeaderDescription[];
  /** Browsers get its errors as pages. */
  readonly hasErrorPages?: true;
  /** The response has a `Location`. */
  readonly hasLocation?: boolean;
  /** Another status with which it answers the same record, and when. */
  readonly otherStatus?: { readonly status: number; readonly description: string };
}

export interface HeaderDescription {
  readonly name: string;
  readonly description: string;
  readonly example: string;
}

export interface BodyDescription {
  readonly mediaType: string;
  readonly schema: Schema;
  readonly example: unknown;
}

/** An operation of a handler that has several paths: `path` is one of them, as the decorator has it. */
export interface PathDescription extends OperationDescription {
  readonly path: string;
}
