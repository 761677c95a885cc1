import type { Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { ErrorCode } from '../../domain/errors.js';
import type { Schema } from './schema.js';
import type { TagName } from './tags.js';

/** What openapi.json says of an operation and neither its code nor its comment can. */
export interface OperationOptions {
  /** The refusals that its own rules make; those of tokens, of fields and of the path follow from the controller. */
  readonly refusals?: readonly ErrorCode[];
  /** Patrons whom their library has blocked, or whose last day is over, are refused. */
  readonly needsGoodStanding?: true;
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
  readonly hasLocation?: true;
  /** Another status with which it answers the same record, and when. */
  readonly otherStatus?: { readonly status: number; readonly description: string };
}

interface HeaderDescription {
  readonly name: string;
  readonly description: string;
  readonly example: string;
}

/** A class, whose members and comments tell what is sent, or a schema where no class can. */
export type BodyDescription = { readonly mediaType: string } & (
  { readonly type: Type } | { readonly schema: Schema; readonly example: unknown }
);

export interface DescribedOperation extends OperationOptions {
  readonly operationId: string;
}

export const Described = Reflector.createDecorator<DescribedOperation>();

/**
 * Describes a handler in openapi.json. The comment above the handler is its summary, and what follows `@remarks` there its
 * description. Each further path of the handler adds to `operationId`.
 */
export function Operation(operationId: string, options: OperationOptions = {}): MethodDecorator {
  return Described({ operationId, ...options });
}

/** The group of operations that a controller's handlers belong to. A controller without one answers people, in a browser. */
export const Tag = Reflector.createDecorator<TagName>();
