import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner } from '@nestjs/core';

/** One way to reach one method of a controller. */
export interface Route {
  readonly method: string;
  /** Has `:name` for variables, and no trailing slash. */
  readonly path: string;
  readonly controller: Type;
  /** The name of the controller's method. */
  readonly handler: string;
  /** This route's path in the handler's decorator, if that has several. */
  readonly handlerPath: string | undefined;
}

const scanner = new MetadataScanner();

/** The routes of a controller, read from its decorators. A method with several paths has several routes. */
export function routesOf(controller: Type): Route[] {
  const prototype = controller.prototype as Record<string, object>;
  const prefixes = pathsAt(controller);
  return scanner.getAllMethodNames(prototype).flatMap((handler) => {
    const decorated = prototype[handler];
    if (decorated === undefined || !Reflect.hasMetadata(PATH_METADATA, decorated)) return [];
    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, decorated) as RequestMethod];
    const paths = pathsAt(decorated);
    return prefixes.flatMap((prefix) =>
      paths.map((path) => ({
        method,
        path: join(prefix, path),
        controller,
        handler,
        handlerPath: paths.length > 1 ? path : undefined,
      })),
    );
  });
}

function pathsAt(decorated: object): string[] {
  const paths = Reflect.getMetadata(PATH_METADATA, decorated) as string | string[];
  return Array.isArray(paths) ? paths : [paths];
}

function join(prefix: string, path: string): string {
  return `/${[prefix, path]
    .flatMap((part) => part.split('/'))
    .filter(Boolean)
    .join('/')}`;
}
