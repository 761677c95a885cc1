import { type AnySchema, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';

/** A request and its answer. */
export interface Exchange {
  readonly method: string;
  /** As the client sent it; may be an absolute URL. */
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

const document = JSON.parse(
  readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'),
) as Document;

/** Not strict: OpenAPI's own words are unknown keywords to a JSON Schema validator. */
const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', ...document });

const ERROR = '/components/schemas/ErrorRecord';

/**
 * Checks the status, headers and body of an answer against openapi.json, which allows no additional members. Where it has
 * no such operation, the answer must be an error.
 * @throws if the answer does not conform
 */
export function requireConformance(exchange: Exchange): void {
  throwProblems(exchange, problemsOf(exchange));
}

/**
 * Checks that an answer is an error, for a process that does not have the operations of openapi.json.
 * @throws if it is not
 */
export function requireErrorBody(exchange: Exchange): void {
  throwProblems(exchange, exchange.status < 400 ? ['it is not an error'] : bodyProblems(exchange, ERROR));
}

function throwProblems({ method, path, status, text }: Exchange, problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw new Error(
    `${method} ${path} answered ${status}, which does not conform to openapi.json:\n${problems.join('\n')}\n${text}`,
  );
}

function problemsOf(exchange: Exchange): string[] {
  const { method, status, text } = exchange;
  const pointer = operationAt(exchange);
  if (pointer === undefined) {
    if (method === 'OPTIONS' && status === 204) return text === '' ? [] : ['the body is not empty'];
    if (status < 400) return ['there is no such operation'];
    return isErrorPage(exchange) ? [] : bodyProblems(exchange, ERROR);
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
    // As the service's router: with or without a slash at its end.
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
  }));

/** A JSON pointer to the operation; undefined if the document does not have it. */
function operationAt({ method, path }: Exchange): string | undefined {
  const [address = ''] = path.replace(/^https?:\/\/[^/]*/, '').split('?');
  const template = templates.find(({ pattern }) => pattern.test(address));
  const name = method === 'HEAD' ? 'get' : method.toLowerCase();
  if (template === undefined || document.paths[template.path]?.[name] === undefined) return undefined;
  return `/paths/${escaped(template.path)}/${name}`;
}

/** Errors are pages at the addresses that people open in a browser, and at all below them, also of methods that are not there. */
function isErrorPage({ path, headers }: Exchange): boolean {
  if (!headers.get('content-type')?.startsWith('text/html')) return false;
  return Object.entries(document.paths).some(([template, operations]) => {
    const [above = ''] = template.split('{');
    return path.startsWith(above) && Object.values(operations).some((one) => hasErrorPage(one?.responses));
  });
}

const hasErrorPage = (responses: Readonly<Record<string, Described>> = {}): boolean =>
  Object.entries(responses).some(
    ([status, { content }]) => Number(status) >= 400 && content?.['text/html'] !== undefined,
  );

function headerProblems({ headers }: Exchange, response: string): string[] {
  const described = at<Described>(response).headers ?? {};
  return Object.entries(described).flatMap(([name, { $ref }]) => {
    const given = headers.get(name);
    const header = $ref === undefined ? `${response}/headers/${escaped(name)}` : $ref.slice(1);
    if (given === null)
      return at<{ required?: boolean }>(header).required === true ? [`the header ${name} is missing`] : [];
    return violations(`${header}/schema`, given).map((violation) => `the header ${name} ${violation}`);
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

/** The value at a JSON pointer. */
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
