import type { DynamicModule, Type } from '@nestjs/common';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  HEADERS_METADATA,
  HTTP_CODE_METADATA,
  INTERCEPTORS_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import {
  DiscoveryModule,
  DiscoveryService,
  InitializeOnPreviewAllowlist,
  NestFactory,
  Reflector,
} from '@nestjs/core';
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

const reflector = new Reflector();

/** All controllers of a module and of those that it imports. Nothing of them is made. */
export async function controllersIn(module: DynamicModule): Promise<Type[]> {
  InitializeOnPreviewAllowlist.add(DiscoveryModule);
  const application = await NestFactory.create(module, { preview: true, logger: false });
  const controllers = application.get(DiscoveryService, { strict: false }).getControllers();
  return controllers.map(({ metatype }) => metatype as Type);
}

/**
 * All endpoints of the API that controllers have.
 * @throws when a handler is not described
 */
export function endpointsOf(controllers: readonly Type[]): Endpoint[] {
  return controllers.flatMap((controller) => {
    const tag = reflector.get(Tag, controller) as TagName | undefined;
    if (tag === undefined) return [];
    // The same handlers answer browsers at the console, with pages.
    const routes = routesOf(controller).filter(({ path }) => !isOfConsole(path));
    return routes.map((route) => describe(route, tag));
  });
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
  const types = Reflect.getMetadata('design:paramtypes', prototype, handler) as RequestClass[];
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
