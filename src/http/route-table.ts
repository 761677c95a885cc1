import { Injectable, type OnApplicationBootstrap, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { match, type MatchFunction } from 'path-to-regexp';

interface Route {
  readonly matches: MatchFunction<object>;
  readonly methods: readonly string[];
}

/**
 * Which methods an address has, read from the controllers themselves: so a wrong method can be told from an unknown
 * address (Nest answers 404 to both).
 */
@Injectable()
export class RouteTable implements OnApplicationBootstrap {
  private routes: Route[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    this.routes = this.discovery
      .getControllers()
      .flatMap(({ instance }) => this.routesOf(instance as object));
  }

  /** In the order of HTTP's own list, with HEAD beside GET; empty when no route has this path. */
  methodsOf(path: string): string[] {
    const methods = this.routes.filter((route) => matches(route, path)).flatMap((route) => route.methods);
    if (methods.length === 0) return [];
    return ORDER.filter((method) => method === 'OPTIONS' || methods.includes(method));
  }

  private routesOf(controller: object): Route[] {
    const prefixes = listOf(this.reflector.get<string | string[]>(PATH_METADATA, controller.constructor));
    const prototype = Object.getPrototypeOf(controller) as Record<string, () => unknown>;
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name];
      const paths = handler && this.reflector.get<string | string[] | undefined>(PATH_METADATA, handler);
      if (handler === undefined || paths === undefined) return [];
      const methods = methodsNamed(this.reflector.get<RequestMethod>(METHOD_METADATA, handler));
      const addresses = prefixes.flatMap((prefix) => listOf(paths).map((path) => join(prefix, path)));
      return addresses.map((address) => ({ matches: match(address), methods }));
    });
  }
}

const ORDER = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function methodsNamed(method: RequestMethod): string[] {
  const name = RequestMethod[method] ?? '';
  return name === 'GET' ? ['GET', 'HEAD'] : [name];
}

function matches(route: Route, path: string): boolean {
  try {
    return route.matches(path) !== false;
  } catch {
    return false; // A path that cannot be decoded matches nothing.
  }
}

function listOf(paths: string | string[]): string[] {
  return Array.isArray(paths) ? paths : [paths];
}

function join(prefix: string, path: string): string {
  return `/${[prefix, path]
    .flatMap((part) => part.split('/'))
    .filter(Boolean)
    .join('/')}`;
}
