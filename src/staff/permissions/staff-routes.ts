import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { type Route, routesOf } from '../../http/routes/routes.js';
import { type Permission, permissionAt } from './permissions.js';

const OF_STAFF = /^\/(?:operator\/v1|console)(?:\/|$)/;

/**
 * Who may use each route of staff, by route, such as `GET /operator/v1/mail`.
 * @throws Error for a handler that does not say so
 */
export function permissionsOf(controllers: readonly Type[]): Record<string, Permission> {
  const routes = controllers.flatMap(routesOf).filter(({ path }) => OF_STAFF.test(path));
  return Object.fromEntries(routes.map((route) => [`${route.method} ${route.path}`, permissionOf(route)]));
}

/** @throws Error if it does not say so */
export function permissionOf({ controller, handler }: Pick<Route, 'controller' | 'handler'>): Permission {
  const { [handler]: decorated } = controller.prototype as Record<string, () => unknown>;
  if (decorated === undefined) throw new Error(`${controller.name} has no handler ${handler}.`);
  return permissionAt(decorated, controller);
}

/** The routes of staff that there are. A process in which one of them does not say whom it lets in does not start. */
@Injectable()
export class StaffRoutes implements OnModuleInit {
  private openPaths: ReadonlySet<string> = new Set();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    const controllers = this.discovery.getControllers().map(({ metatype }) => metatype as Type);
    const open = Object.entries(permissionsOf(controllers)).filter(([, { library }]) => library === 'open');
    this.openPaths = new Set(open.map(([route]) => route.slice(route.indexOf('/'))));
  }

  /** Whether this path is open without a sign-in. It has no variables. */
  isOpen(path: string): boolean {
    return this.openPaths.has(path);
  }
}
