import type { DynamicModule } from '@nestjs/common';
import { TAGS } from '../http/openapi/tags.js';
import type { Schema } from '../http/openapi/schema.js';
import { controllersIn, type Endpoint, endpointsOf } from './endpoint.js';
import { describeErrors, errorExamples, sharedErrors } from './errors.js';
import { HEADERS } from './headers.js';
import { INFO } from './info.js';
import { describeBody, describeParameters } from './request.js';
import { describeResponses } from './responses.js';
import { SENT_EVENTS } from './sent-events.js';
import { securityOf, SECURITY_SCHEMES } from './security.js';

/** What the compiled code no longer knows. */
export interface Types {
  /** By `Controller.handler`. */
  readonly handlers: Readonly<Record<string, DescribedHandler>>;
  /** Records, what they consist of, and request classes, by name. */
  readonly schemas: Readonly<Record<string, Schema>>;
}

interface DescribedHandler {
  /** Its comment, and what follows `@remarks` there. */
  readonly summary: string;
  readonly description?: string;
  /** The name of the record that it answers. Undefined: none. */
  readonly answer?: string;
}

/**
 * The whole service as an OpenAPI 3.1 document.
 * @throws when a handler is not described
 */
export async function describeService(module: DynamicModule, types: Types, version: string): Promise<Schema> {
  const endpoints = endpointsOf(await controllersIn(module));
  const byPath = Map.groupBy(endpoints, ({ path }) => path.replaceAll(/:(\w+)/g, '{$1}'));
  const paths = [...byPath].sort(([one], [other]) => one.localeCompare(other));
  return withoutUnused({
    openapi: '3.1.0',
    info: { ...INFO, version },
    servers: [{ url: 'http://localhost:8080' }],
    tags: Object.entries(TAGS).map(([name, { description }]) => ({ name, description })),
    paths: Object.fromEntries(paths.map(([path, its]) => [path, describePath(its, types)])),
    webhooks: SENT_EVENTS,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: HEADERS,
      responses: sharedErrors(),
      examples: errorExamples(),
      schemas: types.schemas,
    },
  });
}

function describePath(endpoints: readonly Endpoint[], types: Types): Schema {
  return Object.fromEntries(
    endpoints.map((endpoint) => [endpoint.method.toLowerCase(), describeOperation(endpoint, types)]),
  );
}

function describeOperation(endpoint: Endpoint, { handlers, schemas }: Types): Schema {
  const { controller, handler, handlerPath, operationId, tag } = endpoint;
  const { summary, description, answer } = handlers[`${controller.name}.${handler}`] ?? {};
  if (summary === undefined) throw new Error(`${controller.name}.${handler} has no comment.`);
  const heading = summary.replace(/\.$/, '');
  // The operations of a handler with several paths have one comment.
  const name = handlerPath ? `${heading}: ${handlerPath}` : heading;
  return {
    operationId,
    tags: [tag],
    summary: name,
    description: description ?? (handlerPath ? name : summary),
    // Open to everybody, and not merely undecided.
    security: securityOf(endpoint).map((scheme) => ({ [scheme]: [] })),
    parameters: describeParameters(endpoint, schemas),
    ...describeBody(endpoint, schemas),
    responses: Object.fromEntries([...describeResponses(endpoint, answer), ...describeErrors(endpoint)]),
  };
}

/** An error of no operation, such as 405, is described in words alone. */
function withoutUnused(document: Schema): Schema {
  const text = JSON.stringify(document);
  const isUsed = (kind: string, name: string): boolean =>
    kind === 'securitySchemes' || text.includes(`"#/components/${kind}/${name}"`);
  const components = Object.fromEntries(
    Object.entries(document.components as Schema).map(([kind, members]) => [
      kind,
      Object.fromEntries(Object.entries(members as Schema).filter(([name]) => isUsed(kind, name))),
    ]),
  );
  const used = { ...document, components };
  return JSON.stringify(used) === text ? document : withoutUnused(used);
}
