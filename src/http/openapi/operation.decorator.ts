import type { Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { ErrorCode } from '../../domain/errors.js';
import type { Schema } from './schema.js';
import type { TagName } from './tags.js';

/** The parts of an operation in openapi.json that neither its code nor its comment can give. */
export interface OperationOptions {
  /** The refusals of its own rules; those of tokens, fields and the path follow from the controller. */
  readonly refusals?: readonly ErrorCode[];
  /** Refuses patrons whom their library has blocked, or whose last day is over. */
  readonly needsGoodStanding?: true;
  /** The request must have one of these fields. */
  readonly requiresOneOf?: readonly string[];
  /** The fields of the example, where all of them together would make no sense. */
  readonly exampleFields?: readonly string[];
  /** A request body that does not follow the request convention. */
  readonly body?: BodyDescription;
  /** The media types of a response that is not a record in JSON. */
  readonly mediaTypes?: readonly string[];
  /** The response has no end, and so no `ETag`. */
  readonly isEndless?: true;
  /** Optional headers of requests that it reads. */
  readonly headers?: readonly HeaderDescription[];
  /** Browsers get its errors as pages. */
  readonly hasErrorPages?: true;
  /** The response has a `Location`. */
  readonly hasLocation?: true;
  /** Another status for the same record, and when it is used. */
  readonly otherStatus?: { readonly status: number; readonly description: string };
}

interface HeaderDescription {
  readonly name: string;
  readonly description: string;
  readonly example: string;
}

/** A class, whose members and comments describe the body, or a schema where no class can. */
export type BodyDescription = { readonly mediaType: string } & (
  { readonly type: Type } | { readonly schema: Schema; readonly example: unknown }
);

export interface DescribedOperation extends OperationOptions {
  readonly operationId: string;
}

export const Described = Reflector.createDecorator<DescribedOperation>();

/**
 * Describes a handler in openapi.json. The comment above the handler is its summary, and the text after `@remarks` its description. Each further path
 * of the handler adds to `operationId`.
 */
export function Operation(operationId: string, options: OperationOptions = {}): MethodDecorator {
  return Described({ operationId, ...options });
}

/** The group of operations of a controller's handlers. Controllers without one serve pages. */
export const Tag = Reflector.createDecorator<TagName>();
