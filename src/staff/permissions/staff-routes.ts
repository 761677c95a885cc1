import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { type Route, routesOf } from '../../http/routes/routes.js';
import { type Permission, permissionAt } from './permissions.js';

const OF_STAFF = /^\/(?:operator\/v1|console)(?:\/|$)/;

/**
 * The permission for each staff route, such as `GET /operator/v1/mail`.
 * @throws Error if a handler declares none
 */
export function permissionsOf(controllers: readonly Type[]): Record<string, Permission> {
  const routes = controllers.flatMap(routesOf).filter(({ path }) => OF_STAFF.test(path));
  return Object.fromEntries(routes.map((route) => [`${route.method} ${route.path}`, permissionOf(route)]));
}

/** @throws Error if it declares none */
export function permissionOf({ controller, handler }: Pick<Route, 'controller' | 'handler'>): Permission {
  const { [handler]: decorated } = controller.prototype as Record<string, () => unknown>;
  if (decorated === undefined) throw new Error(`${controller.name} has no handler ${handler}.`);
  return permissionAt(decorated, controller);
}

/** All staff routes. A process with a route that declares no permission does not start. */
@Injectable()
export class StaffRoutes implements OnModuleInit {
  private openPaths: ReadonlySet<string> = new Set();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    const controllers = this.discovery.getControllers().map(({ metatype }) => metatype as Type);
    const open = Object.entries(permissionsOf(controllers)).filter(([, { library }]) => library === 'open');
    this.openPaths = new Set(open.map(([route]) => route.slice(route.indexOf('/'))));
  }

  /** Whether this path is open without a sign-in. The path has no variables. */
  isOpen(path: string): boolean {
    return this.openPaths.has(path);
  }
}
