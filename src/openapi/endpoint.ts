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
import { Reflector } from '@nestjs/core';
import { NO_STORE, NoStoreInterceptor } from '../access/oauth/no-store.interceptor.js';
import { OAuthRefusalFilter } from '../access/oauth/oauth-refusal.js';
import type { ErrorCode } from '../domain/errors.js';
import { CacheableSeconds, cacheableHeaders } from '../http/answers/cacheable.decorator.js';
import { ERROR_STATUS } from '../http/errors/error-status.js';
import { readFields, readQuery } from '../http/fields/fields.decorators.js';
import type { RequestClass } from '../http/fields/request-class.js';
import { Described, type DescribedOperation, Tag } from '../http/openapi/operation.decorator.js';
import { describedTag, type TagName } from '../http/openapi/tags.js';
import { type Route, routesOf } from '../http/routes/routes.js';
import { cacheControlAt } from '../http/server/base-headers.js';
import { readKeyedRequest } from '../http/idempotency/idempotency-key.js';
import { isOfConsole } from '../staff/addresses/addresses.js';

/** A route, with what its controller's decorators say of it. */
export interface Endpoint extends Route, DescribedOperation {
  readonly tag: TagName;
  readonly refusals: readonly ErrorCode[];
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
  readonly responseHeaders: Readonly<Record<string, string>>;
}

type Import = Type | DynamicModule | ForwardReference;

const reflector = new Reflector();

/**
 * All endpoints of the API that a module and those that it imports have.
 * @throws when a handler is not described
 */
export function endpointsOf(module: DynamicModule): Endpoint[] {
  return controllersWithin(module).flatMap((controller) => {
    const tag = reflector.get(Tag, controller) as TagName | undefined;
    if (tag === undefined) return [];
    // The same handlers answer browsers at the console, with pages.
    const routes = routesOf(controller).filter(({ path }) => !isOfConsole(path));
    return routes.map((route) => describe(route, tag));
  });
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

interface Argument {
  readonly index: number;
  readonly factory?: unknown;
  readonly data?: unknown;
}

function describe(route: Route, tag: TagName): Endpoint {
  const { controller, handler, handlerPath = '', method } = route;
  const prototype = controller.prototype as Record<string, () => unknown>;
  const decorated = prototype[handler] ?? describe;
  const described = reflector.get(Described, decorated) as DescribedOperation | undefined;
  if (described === undefined) throw new Error(`${controller.name}.${handler} has no @Operation().`);
  const at = <Value>(key: string): Value[] =>
    [controller, decorated].flatMap(
      (target) => (Reflect.getMetadata(key, target) as Value[] | undefined) ?? [],
    );
  const args = Object.values(
    (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<string, Argument>,
  );
  const types = Reflect.getMetadata(PARAMTYPES_METADATA, prototype, handler) as RequestClass[];
  const readBy = (factory: unknown): RequestClass | undefined => {
    const argument = args.find((each) => each.factory === factory);
    return argument && types[argument.index];
  };
  const code = Reflect.getMetadata(HTTP_CODE_METADATA, decorated) as number | undefined;
  const cacheable = reflector.get(CacheableSeconds, decorated) as number | undefined;
  const { refusals = [], hasErrorPages } = describedTag(tag);
  return {
    ...route,
    ...(hasErrorPages && { hasErrorPages }),
    ...described,
    operationId: described.operationId + handlerPath.charAt(0).toUpperCase() + handlerPath.slice(1),
    tag,
    // What a part of the path is refused with stands in its decorator.
    refusals: [
      ...refusals,
      ...args.map(({ data }) => data).filter(isErrorCode),
      ...(described.refusals ?? []),
    ],
    status: code ?? (method === 'POST' ? 201 : 200),
    guards: at(GUARDS_METADATA),
    isOAuth: at(EXCEPTION_FILTERS_METADATA).includes(OAuthRefusalFilter),
    fields: readBy(readFields),
    query: readBy(readQuery),
    takesIdempotencyKey: args.some(({ factory }) => factory === readKeyedRequest),
    isCacheable: cacheable !== undefined,
    responseHeaders: {
      ...(cacheControlAt(route.path) === 'no-store' && { 'Cache-Control': 'no-store' }),
      ...(cacheable !== undefined && cacheableHeaders(cacheable)),
      ...Object.fromEntries(
        at<{ name: string; value: string }>(HEADERS_METADATA).map(({ name, value }) => [name, value]),
      ),
      ...(at(INTERCEPTORS_METADATA).includes(NoStoreInterceptor) && { 'Cache-Control': NO_STORE }),
    },
  };
}

function isErrorCode(data: unknown): data is ErrorCode {
  return typeof data === 'string' && data in ERROR_STATUS;
}
