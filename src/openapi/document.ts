import type { DynamicModule } from '@nestjs/common';
import { describeAnswers } from './answer.js';
import { type Endpoint, endpointsOf } from './endpoint.js';
import { describeErrors, errorExamples, sharedErrors } from './errors.js';
import { HEADERS } from './headers.js';
import { describeBody, describeParameters, templateOf } from './request.js';
import type { Schema } from './schema.js';
import { securityOf, SECURITY_SCHEMES } from './security.js';
import { ABOUT } from './words/about.js';
import { CHAPTERS } from './words/chapters.js';
import type { OperationWords } from './words/operation-words.js';

/** What the compiled code no longer knows. */
export interface Types {
  /** The name of the record that a handler answers, by `Controller.handler`; null when it answers nothing by itself. */
  readonly answers: Readonly<Record<string, string | null>>;
  /** The records and what they consist of, by name. */
  readonly schemas: Readonly<Record<string, Schema>>;
}

/**
 * The whole service as an OpenAPI 3.1 document: the operations from the controllers of `module`, their fields from the
 * request classes, their answers from `types`. Only the words are written by hand.
 * @throws when a route has no words, or words no route
 */
export function describeService(module: DynamicModule, types: Types, version: string): Schema {
  const endpoints = endpointsOf(module);
  requireNoMore(endpoints);
  return {
    openapi: '3.1.0',
    info: { ...ABOUT, version },
    servers: [{ url: 'http://localhost:8080' }],
    tags: CHAPTERS.map(({ name, description }) => ({ name, description })),
    paths: pathsOf(endpoints, types),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: HEADERS,
      responses: sharedErrors(),
      examples: errorExamples(),
      schemas: types.schemas,
    },
  };
}

function pathsOf(endpoints: readonly Endpoint[], types: Types): Schema {
  const byPath = Map.groupBy(endpoints, templateOf);
  const paths = [...byPath].map(([path, its]) => [
    path,
    Object.fromEntries(
      its.map((each) => [each.method.toLowerCase(), describeOperation(each, types)]),
    ) as Schema,
  ]);
  return Object.fromEntries(paths) as Schema;
}

function describeOperation(endpoint: Endpoint, types: Types): Schema {
  const { chapter, words } = wordsFor(endpoint);
  const record = types.answers[`${endpoint.controller.name}.${endpoint.handler}`];
  if (record === undefined) throw new Error(`Nothing is known of the answer of ${nameOf(endpoint)}.`);
  const parameters = describeParameters(endpoint, words);
  const requestBody = describeBody(endpoint, words);
  const responses = [
    ...describeAnswers(endpoint, words, record ?? undefined),
    ...describeErrors(endpoint, words),
  ];
  return {
    operationId: words.id,
    tags: [chapter],
    summary: words.summary,
    ...(words.description !== undefined && { description: words.description }),
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: Object.fromEntries(responses.sort(([a], [b]) => a - b)),
  };
}

function nameOf(endpoint: Endpoint): string {
  return `${endpoint.method} ${templateOf(endpoint)}`;
}

function wordsFor(endpoint: Endpoint): { chapter: string; words: OperationWords } {
  const name = nameOf(endpoint);
  for (const { name: chapter, operations, refusals = [] } of CHAPTERS) {
    const words = operations[name];
    if (words !== undefined)
      return { chapter, words: { ...words, refusals: [...refusals, ...(words.refusals ?? [])] } };
  }
  throw new Error(`There are no words for ${name}.`);
}

function requireNoMore(endpoints: readonly Endpoint[]): void {
  const names = new Set(endpoints.map(nameOf));
  const more = CHAPTERS.flatMap(({ operations }) => Object.keys(operations)).filter(
    (name) => !names.has(name),
  );
  if (more.length > 0) throw new Error(`There are words for what is not there: ${more.join(', ')}.`);
}
