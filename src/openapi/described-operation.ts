import type { ControllerDescription, TagDescription } from '../http/openapi/describe-operations.js';
import type { OperationDescription, PathDescription } from '../http/openapi/operation-description.js';
import type { Route } from '../http/routes/routes.js';

export interface DescribedOperation extends OperationDescription {
  /** The name of its tag. */
  readonly tag: string;
}

/**
 * The description of each of these routes.
 * @throws when one of them has none, or when something else is described
 */
export function describedOperations<Each extends Route>(
  routes: readonly Each[],
  tags: readonly TagDescription[],
): [Each, DescribedOperation][] {
  const described = new Map(tags.flatMap(operationsOf));
  const operations = routes.map((route): [Each, DescribedOperation] => {
    const name = nameOf(route.controller.name, route.handler, route.handlerPath);
    const operation = described.get(name);
    if (operation === undefined) throw new Error(`${name} has no description.`);
    described.delete(name);
    return [route, operation];
  });
  if (described.size > 0)
    throw new Error(`These are described, but are no routes: ${[...described.keys()].join(', ')}.`);
  return operations;
}

function operationsOf(tag: TagDescription): [string, DescribedOperation][] {
  return tag.controllers.flatMap(namedOperations).map(([name, operation]) => [
    name,
    {
      ...operation,
      tag: tag.name,
      refusals: [...(tag.refusals ?? []), ...(operation.refusals ?? [])],
    },
  ]);
}

function namedOperations(described: ControllerDescription): [string, OperationDescription][] {
  const controller = described.controller.name;
  return Object.entries(described.handlers).flatMap(([handler, description]) =>
    isOfPaths(description)
      ? description.map((each): [string, PathDescription] => [nameOf(controller, handler, each.path), each])
      : [[nameOf(controller, handler), description]],
  );
}

function isOfPaths(
  description: OperationDescription | readonly PathDescription[],
): description is readonly PathDescription[] {
  return Array.isArray(description);
}

/** `path`: only of a handler that has several. */
function nameOf(controller: string, handler: string, path?: string): string {
  const name = `${controller}.${handler}`;
  return path === undefined ? name : `${name} at '${path}'`;
}
