import type { Type } from '@nestjs/common';
import type { ErrorCode } from '../../domain/errors.js';
import type { OperationDescription, PathDescription } from './operation-description.js';

/** A group of operations, under a heading of its own. */
export interface TagDescription {
  readonly name: string;
  readonly description: string;
  /** The refusals of each of its operations. */
  readonly refusals?: readonly ErrorCode[];
  readonly controllers: readonly ControllerDescription[];
}

export interface ControllerDescription {
  readonly controller: Type;
  /** By the name of the handler. */
  readonly handlers: Readonly<Record<string, HandlerDescription>>;
}

/** A handler with several paths has a description for each. */
export type HandlerDescription = OperationDescription | readonly PathDescription[];

/** The public methods of a controller: each of them answers requests. */
type HandlerOf<Controller> = {
  [Name in keyof Controller]: Controller[Name] extends (...args: never[]) => unknown ? Name : never;
}[keyof Controller] &
  string;

/**
 * Describes the operations of a controller. Every handler must be described, and nothing else: the compiler checks it.
 * That the paths are those of the decorators is checked when the document is written (`npm run openapi`).
 */
export function describeOperations<Controller>(
  controller: Type<Controller>,
  handlers: Readonly<Record<HandlerOf<NoInfer<Controller>>, HandlerDescription>>,
): ControllerDescription {
  return { controller, handlers };
}
