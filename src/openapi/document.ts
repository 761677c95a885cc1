import type { DynamicModule } from '@nestjs/common';
import type { Schema } from '../http/openapi/schema.js';
import { type DescribedOperation, describedOperations } from './described-operation.js';
import { type Endpoint, endpointsOf } from './endpoint.js';
import { describeErrors, errorExamples, sharedErrors } from './errors.js';
import { HEADERS } from './headers.js';
import { INFO } from './info.js';
import { describeBody, describeParameters, requireOwnFields, templateOf } from './request.js';
import { describeResponses } from './responses.js';
import { securityOf, SECURITY_SCHEMES } from './security.js';
import { SENT_EVENTS } from '../webhooks/webhooks.openapi.js';
import { TAGS } from './tags.js';

/** What the compiled code no longer knows. */
export interface Types {
  /** The name of the record that a handler answers, by `Controller.handler`; null: it answers none. */
  readonly responses: Readonly<Record<string, string | null>>;
  /** The records and what they consist of, by name. */
  readonly schemas: Readonly<Record<string, Schema>>;
}

type Described = readonly [Endpoint, DescribedOperation];

/**
 * The whole service as an OpenAPI 3.1 document: the operations from the controllers of `module`, their fields from the
 * request classes, their responses from `types`, and the rest from the features' `*.openapi.ts`.
 * @throws when a route is not described, or what is described is no route
 */
export function describeService(module: DynamicModule, types: Types, version: string): Schema {
  return {
    openapi: '3.1.0',
    info: { ...INFO, version },
    servers: [{ url: 'http://localhost:8080' }],
    tags: TAGS.map(({ name, description }) => ({ name, description })),
    paths: pathsOf(describedOperations(endpointsOf(module), TAGS), types),
    webhooks: SENT_EVENTS,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: HEADERS,
      responses: sharedErrors(),
      examples: errorExamples(),
      schemas: types.schemas,
    },
  };
}

function pathsOf(operations: readonly Described[], types: Types): Schema {
  const byPath = Map.groupBy(operations, ([endpoint]) => templateOf(endpoint));
  const paths = [...byPath].map(([path, its]) => [path, methodsOf(its, types)] as const);
  return Object.fromEntries(paths);
}

function methodsOf(operations: readonly Described[], types: Types): Schema {
  const methods = operations.map(
    ([endpoint, operation]) =>
      [endpoint.method.toLowerCase(), describeOperation(endpoint, operation, types)] as const,
  );
  return Object.fromEntries(methods);
}

function describeOperation(endpoint: Endpoint, operation: DescribedOperation, types: Types): Schema {
  const handler = `${endpoint.controller.name}.${endpoint.handler}`;
  const record = types.responses[handler];
  if (record === undefined) throw new Error(`Nothing is known of the response of ${handler}.`);
  requireOwnFields(endpoint, operation);
  const parameters = describeParameters(endpoint, operation);
  const requestBody = describeBody(endpoint, operation);
  const responses = [
    ...describeResponses(endpoint, operation, record ?? undefined),
    ...describeErrors(endpoint, operation),
  ];
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description !== undefined && { description: operation.description }),
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: Object.fromEntries(responses.sort(([a], [b]) => a - b)),
  };
}
