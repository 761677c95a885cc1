import type { DynamicModule, ForwardReference, Type } from '@nestjs/common';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  HEADERS_METADATA,
  HTTP_CODE_METADATA,
  INTERCEPTORS_METADATA,
  PARAMTYPES_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { cacheControlAt } from '../http/server/base-headers.js';
import { NO_STORE, NoStoreInterceptor } from '../access/oauth/no-store.interceptor.js';
import { OAuthRefusalFilter } from '../access/oauth/oauth-refusal.js';
import type { RequestClass } from '../http/fields/request-class.js';
import { CacheableSeconds, cacheableHeaders } from '../http/answers/cacheable.decorator.js';
import { readFields, readQuery } from '../http/fields/fields.decorators.js';
import { readKeyedRequest } from '../idempotency/idempotency-key.js';
import { type Route, routesOf } from '../http/routes/routes.js';

/** A route, with what its controller's decorators say of it. */
export interface Endpoint extends Route {
  readonly status: number;
  readonly guards: readonly Type[];
  /** It refuses in OAuth's own shape. */
  readonly isOAuth: boolean;
  /** The fields it takes in the body (contract: #requests). */
  readonly fields: RequestClass | undefined;
  readonly query: RequestClass | undefined;
  /** It takes an `Idempotency-Key` (contract: #idempotency). */
  readonly takesIdempotencyKey: boolean;
  /** Caches may keep the answer. */
  readonly isCacheable: boolean;
  /** Those that are not as everywhere. */
  readonly headers: Readonly<Record<string, string>>;
}

type Import = Type | DynamicModule | ForwardReference;

/** Pages with their forms and files are for people in a browser, and not part of the API. */
const FOR_PEOPLE = /^\/(?:console|content\/format)(?:\/|$)/;

/** All endpoints of the API that a module and those that it imports have, in the order of their addresses. */
export function endpointsOf(module: DynamicModule): Endpoint[] {
  return controllersWithin(module)
    .flatMap(routesOf)
    .filter(({ path }) => !FOR_PEOPLE.test(path))
    .map(describe)
    .sort((a, b) => order(a).localeCompare(order(b)));
}

/** The controllers that a module and those that it imports have. */
export function controllersWithin(module: Import): Type[] {
  return [...new Set(modulesWithin(module).flatMap(controllersOf))];
}

function modulesWithin(module: Import): Import[] {
  return [module, ...membersOf<Import>(module, 'imports').flatMap(modulesWithin)];
}

function controllersOf(module: Import): Type[] {
  return membersOf<Type>(module, 'controllers');
}

/** What a module lists, in its decorator or where it is made. */
function membersOf<Member>(module: Import, kind: 'imports' | 'controllers'): Member[] {
  const made = 'module' in module ? ((module[kind] ?? []) as Member[]) : [];
  const decorated = 'module' in module ? module.module : module;
  return [...made, ...((Reflect.getMetadata(kind, decorated) as Member[] | undefined) ?? [])];
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

function order({ path, method }: Route): string {
  return `${path} ${METHODS.indexOf(method)}`;
}

interface Argument {
  readonly index: number;
  readonly factory?: unknown;
}

function describe(route: Route): Endpoint {
  const { controller, handler, method } = route;
  const decorated = (controller.prototype as Record<string, object>)[handler] ?? {};
  const at = <Value>(key: string): Value[] =>
    [controller, decorated].flatMap(
      (target) => (Reflect.getMetadata(key, target) as Value[] | undefined) ?? [],
    );
  const args = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) as Readonly<
    Record<string, Argument>
  >;
  const { length: keys } = Object.values(args ?? {}).filter(({ factory }) => factory === readKeyedRequest);
  const types = Reflect.getMetadata(
    PARAMTYPES_METADATA,
    controller.prototype as object,
    handler,
  ) as RequestClass[];
  const readBy = (factory: unknown): RequestClass | undefined => {
    const argument = Object.values(args ?? {}).find((each) => each.factory === factory);
    return argument && types[argument.index];
  };
  const code = Reflect.getMetadata(HTTP_CODE_METADATA, decorated) as number | undefined;
  const cacheable = Reflect.getMetadata(CacheableSeconds.KEY, decorated) as number | undefined;
  return {
    ...route,
    status: code ?? (method === 'POST' ? 201 : 200),
    guards: at(GUARDS_METADATA),
    isOAuth: at(EXCEPTION_FILTERS_METADATA).includes(OAuthRefusalFilter),
    fields: readBy(readFields),
    query: readBy(readQuery),
    takesIdempotencyKey: keys > 0,
    isCacheable: cacheable !== undefined,
    headers: {
      ...(cacheControlAt(route.path) === 'no-store' && { 'Cache-Control': 'no-store' }),
      ...(cacheable !== undefined && cacheableHeaders(cacheable)),
      ...Object.fromEntries(
        at<{ name: string; value: string }>(HEADERS_METADATA).map(({ name, value }) => [name, value]),
      ),
      ...(at(INTERCEPTORS_METADATA).includes(NoStoreInterceptor) && { 'Cache-Control': NO_STORE }),
    },
  };
}
