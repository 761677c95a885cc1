import { readFileSync } from 'node:fs';
import { type AnySchema, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** What was asked, and what came back of it. */
export interface Exchange {
  readonly method: string;
  /** As it was sent; may be a whole address. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Described {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, { readonly $ref?: string; readonly schema?: AnySchema }>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

interface Document {
  readonly paths: Readonly<
    Record<string, Partial<Record<string, { responses: Readonly<Record<string, Described>> }>>>
  >;
}

const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as Document;

/** Not strict about keywords: the words of OpenAPI around the schemas are none. */
const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', ...document });

const ERROR = '/components/schemas/ErrorRecord';

/**
 * Holds an answer to what openapi.json says of the operation: its status, headers and body, without a member too many.
 * An address or a method that it does not know must be refused with the error body.
 * @throws when it is not so
 */
export function requireDescribed(exchange: Exchange): void {
  complain(exchange, problemsOf(exchange));
}

/**
 * Holds an answer to what any refusal is: for a process that lacks what openapi.json describes.
 * @throws when it is not so
 */
export function requireRefused(exchange: Exchange): void {
  complain(exchange, exchange.status < 400 ? ['it is no refusal'] : bodyProblems(exchange, ERROR));
}

function complain({ method, path, status, text }: Exchange, problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw new Error(
    `${method} ${path} answered ${status}, not as openapi.json has it:\n${problems.join('\n')}\n${text}`,
  );
}

function problemsOf(exchange: Exchange): string[] {
  const { method, status, text } = exchange;
  const pointer = operationAt(exchange);
  if (pointer === undefined) {
    if (method === 'OPTIONS' && status === 204) return text === '' ? [] : ['the body is not empty'];
    return status < 400 ? ['there is no such operation'] : bodyProblems(exchange, ERROR);
  }
  const described = at<Described | undefined>(`${pointer}/responses/${status}`);
  if (described === undefined) return [`the operation never answers ${status}`];
  const response = described.$ref === undefined ? `${pointer}/responses/${status}` : described.$ref.slice(1);
  return [...headerProblems(exchange, response), ...contentProblems(exchange, response)];
}

/** A path without variables is meant before one with them that matches as well (OpenAPI 3.1, Paths Object). */
const templates = Object.keys(document.paths)
  .sort((a, b) => a.split('{').length - b.split('{').length)
  .map((path) => ({
    path,
    // As the service's router: in any case, with or without a slash at its end.
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
  }));

/** Where the document describes the operation; undefined when it does not. */
function operationAt({ method, path }: Exchange): string | undefined {
  const [address = ''] = path.replace(/^https?:\/\/[^/]*/, '').split('?');
  const template = templates.find(({ pattern }) => pattern.test(address));
  const name = method === 'HEAD' ? 'get' : method.toLowerCase();
  if (template === undefined || document.paths[template.path]?.[name] === undefined) return undefined;
  return `/paths/${template.path.replaceAll('/', '~1')}/${name}`;
}

function headerProblems({ headers }: Exchange, response: string): string[] {
  const described = at<Described>(response).headers ?? {};
  return Object.entries(described).flatMap(([name, { $ref }]) => {
    const given = headers.get(name);
    if (given === null) return [`the header ${name} is missing`];
    const schema =
      $ref === undefined ? `${response}/headers/${escaped(name)}/schema` : `${$ref.slice(1)}/schema`;
    return violations(schema, given).map((violation) => `the header ${name} ${violation}`);
  });
}

function contentProblems(exchange: Exchange, response: string): string[] {
  const { method, headers, text } = exchange;
  const { content } = at<Described>(response);
  if (content === undefined) return text === '' ? [] : ['the body is not empty'];
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  if (content[type] === undefined) return [`there is no answer of the type ${type}`];
  if (method === 'HEAD') return text === '' ? [] : ['HEAD has a body'];
  return type === 'application/json'
    ? bodyProblems(exchange, `${response}/content/${escaped(type)}/schema`)
    : [];
}

function bodyProblems({ method, text }: Exchange, schema: string): string[] {
  if (method === 'HEAD') return text === '' ? [] : ['HEAD has a body'];
  try {
    return violations(schema, JSON.parse(text) as unknown);
  } catch (error) {
    return [`the body is not JSON: ${String(error)}`];
  }
}

const validators = new Map<string, ValidateFunction>();

function violations(schema: string, value: unknown): string[] {
  const known = validators.get(schema);
  const validate = known ?? ajv.compile({ $ref: `openapi#${encodeURI(schema)}` });
  validators.set(schema, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message = '', params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** What a JSON pointer leads to. */
function at<Value>(pointer: string): Value {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce<unknown>(
    (value, step) => (value as Record<string, unknown> | undefined)?.[step],
    document,
  ) as Value;
}

function escaped(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}
