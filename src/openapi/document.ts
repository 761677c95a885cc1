import { applyDecorators, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  ApiIncludeEndpoint,
  ApiResponse,
  ApiSecurity,
  ApiTags,
  type OpenAPIObject,
  SwaggerModule,
} from '@nestjs/swagger';
import { TAGS } from '../http/openapi/tags.js';
import type { Schema } from '../http/openapi/schema.js';
import { isOfConsole } from '../staff/addresses/addresses.js';
import { type Endpoint, endpointsOf } from './endpoint.js';
import { describeErrors, errorExamples, sharedErrors } from './errors.js';
import { HEADERS } from './headers.js';
import { INFO } from './info.js';
import { describeBody, describeParameters, EXAMPLE } from './request.js';
import { describeResponses } from './responses.js';
import { SENT_EVENTS } from './sent-events.js';
import { securityOf, SECURITY_SCHEMES } from './security.js';

/** What the compiled code no longer knows. */
export interface Types {
  /** The comments of handlers and request classes, as the compiler plugin of @nestjs/swagger has found them. */
  readonly comments: () => Promise<Record<string, unknown>>;
  /** The name of the record that a handler answers, by `Controller.handler`; null: it answers none. */
  readonly responses: Readonly<Record<string, string | null>>;
  /** The records and what they consist of, by name. */
  readonly schemas: Readonly<Record<string, Schema>>;
}

/**
 * The whole service as an OpenAPI 3.1 document, which @nestjs/swagger writes. Its decorators are set here, from what ours say:
 * a service that starts has no need of the package. Nothing of the application is made, either.
 * @throws when a handler is not described
 */
export async function describeService(
  module: DynamicModule,
  types: Types,
  version: string,
): Promise<OpenAPIObject> {
  await SwaggerModule.loadPluginMetadata(types.comments);
  const endpoints = endpointsOf(module);
  for (const endpoint of new Map(endpoints.map((each) => [nameOf(each), each])).values())
    decorate(endpoint, types.responses[nameOf(endpoint)]);
  const application = await NestFactory.create(module, { preview: true, logger: false });
  const document = SwaggerModule.createDocument(application, baseOf(types, version), {
    autoTagControllers: false,
    onlyIncludeDecoratedEndpoints: true,
    operationIdFactory: (controller, handler) => operationIdOf(endpoints, controller, handler),
  });
  for (const endpoint of endpoints) complete(endpoint, document.paths);
  return withoutUnused({ ...document, paths: tidied(document.paths) });
}

function nameOf({ controller, handler }: Endpoint): string {
  return `${controller.name}.${handler}`;
}

/** @param handler with the position of the path, if it has several: `page[1]` */
function operationIdOf(endpoints: readonly Endpoint[], controller: string, handler: string): string {
  const [name = '', position = '0'] = handler.split(/[[\]]/);
  const paths = endpoints.filter((each) => nameOf(each) === `${controller}.${name}`);
  return paths[Number(position)]?.operationId ?? handler;
}

interface WrittenOperation {
  readonly operationId: string;
  summary?: string | undefined;
  description?: string | undefined;
  security?: readonly unknown[];
}

function complete({ operationId, handlerPath }: Endpoint, paths: OpenAPIObject['paths']): void {
  const operation = Object.values(paths)
    .flatMap((path) => Object.values(path) as WrittenOperation[])
    .find((each) => each.operationId === operationId);
  if (operation === undefined) return;
  // The operations of a handler with several paths have one comment.
  if (handlerPath) operation.summary = operation.summary?.replace(/\.$/, `: ${handlerPath}`);
  operation.description ??= operation.summary;
  // Open to everybody, and not merely undecided.
  operation.security ??= [];
}

/** An error of no operation, such as 405, is described in words alone. */
function withoutUnused(document: OpenAPIObject): OpenAPIObject {
  const text = JSON.stringify(document);
  const isUsed = (kind: string, name: string): boolean =>
    kind === 'securitySchemes' || text.includes(`"#/components/${kind}/${name}"`);
  const components = Object.fromEntries(
    Object.entries(document.components ?? {}).map(([kind, members]) => [
      kind,
      Object.fromEntries(Object.entries(members as object).filter(([name]) => isUsed(kind, name))),
    ]),
  );
  const used = { ...document, components };
  return JSON.stringify(used) === text ? document : withoutUnused(used);
}

function decorate(endpoint: Endpoint, record: string | null | undefined): void {
  if (record === undefined) throw new Error(`Nothing is known of the response of ${nameOf(endpoint)}.`);
  const prototype = endpoint.controller.prototype as object;
  const descriptor = Object.getOwnPropertyDescriptor(prototype, endpoint.handler);
  const responses = [...describeResponses(endpoint, record ?? undefined), ...describeErrors(endpoint)];
  applyDecorators(
    ApiIncludeEndpoint(),
    ApiTags(endpoint.tag),
    ...securityOf(endpoint).map((scheme) => ApiSecurity(scheme)),
    ...describeParameters(endpoint),
    ...describeBody(endpoint),
    ...responses.map(([status, response]) => ApiResponse({ status, ...response })),
  )(prototype, endpoint.handler, descriptor);
}

function baseOf({ schemas }: Types, version: string): Omit<OpenAPIObject, 'paths'> {
  return {
    openapi: '3.1.0',
    info: { ...INFO, version },
    servers: [{ url: 'http://localhost:8080' }],
    tags: Object.entries(TAGS).map(([name, { description }]) => ({ name, description })),
    webhooks: SENT_EVENTS,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: HEADERS,
      responses: sharedErrors(),
      examples: errorExamples(),
      schemas,
    },
  } as Omit<OpenAPIObject, 'paths'>;
}

/** Those of programs, in the order of the addresses. */
function tidied(paths: OpenAPIObject['paths']): OpenAPIObject['paths'] {
  const sorted = Object.entries(paths)
    .filter(([path]) => !isOfConsole(path))
    .sort(([one], [other]) => one.localeCompare(other));
  return JSON.parse(JSON.stringify(Object.fromEntries(sorted)), (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? tidy(value) : value,
  ) as OpenAPIObject['paths'];
}

interface Written {
  readonly $ref?: string;
  readonly in?: string;
  readonly summary?: string;
  readonly schema?: { readonly example?: unknown };
  readonly examples?: { readonly [EXAMPLE]?: { readonly value: unknown } };
}

/** @nestjs/swagger takes an example only in the schema of a parameter and only several of a body, and describes each reference. */
function tidy(written: Written): object {
  const { $ref, in: place, summary, schema, examples, ...others } = written;
  if ($ref !== undefined) return { $ref };
  // It is a heading.
  if (summary !== undefined) return { ...written, summary: summary.replace(/\.$/, '') };
  if (examples?.[EXAMPLE] !== undefined) return { ...others, schema, example: examples[EXAMPLE].value };
  if (place === undefined) return written;
  const { example, ...rest } = schema ?? {};
  return { ...others, in: place, schema: rest, example };
}
