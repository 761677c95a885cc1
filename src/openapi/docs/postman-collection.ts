import { type Described, groupsOf, type Operation, type Parameter, type Request } from './described.js';
import { ADAPTED, BEFORE_EACH, FIRST, FIRST_GROUPS, LAST, LAST_GROUPS } from './postman-run.js';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** The token of each security scheme is a variable of the collection. */
const TOKENS = { patron: 'patronToken', clientToken: 'clientToken', operator: 'operatorToken' } as const;

/** The variables that an answer is kept as. */
const KEPT = new Set(Object.values(ADAPTED).flatMap(({ kept = {} }) => Object.keys(kept)));

/** The document as a collection for Postman, in the format 2.1 that Bruno and others import. */
export function postmanCollection(described: Described): object {
  const { info, servers } = described;
  return {
    info: { name: info.title, version: info.version, description: info.description, schema: SCHEMA },
    variable: [
      { key: 'baseUrl', value: servers[0].url },
      // The demo library's, whose patron signs in in the example.
      { key: 'clientId', value: 'demo-app' },
      { key: 'clientSecret', value: 'demo-app-secret-for-laptops' },
      ...[TOKENS.operator, ...KEPT, 'tomorrow', 'yesterday'].map((key) => ({ key, value: '' })),
    ],
    event: [script('prerequest', BEFORE_EACH)],
    item: ordered(groupsOf(described), ({ name }) => name, FIRST_GROUPS, LAST_GROUPS).map(
      ({ name, description, requests }) => ({
        name,
        description,
        item: ordered(requests, ({ operation }) => operation.operationId, FIRST, LAST).map(itemOf),
      }),
    ),
  };
}

/** Those that are named, at the beginning and at the end in the order of their names; the others between them as they are. */
function ordered<Each>(
  all: readonly Each[],
  nameOf: (each: Each) => string,
  first: readonly string[],
  last: readonly string[],
): Each[] {
  const named = (names: readonly string[]): Each[] =>
    names.flatMap((name) => all.filter((each) => nameOf(each) === name));
  const others = all.filter((each) => ![...first, ...last].includes(nameOf(each)));
  return [...named(first), ...others, ...named(last)];
}

function itemOf({ path, method, operation }: Request): object {
  const { operationId, summary, description = '', requestBody, security } = operation;
  const { values = {}, kept, note, ...adapted } = ADAPTED[operationId] ?? {};
  const parameters = (operation.parameters ?? []).map((each) => adaptedTo(values, each));
  const [mediaType, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const example = adapted.body ?? withValues(content?.example, values);
  const headers = parameters.filter((each) => each.in === 'header').map(optional);
  return {
    name: summary,
    event: kept === undefined ? [] : [script('test', keeping(kept))],
    request: {
      method: adapted.method ?? method,
      description: note === undefined ? description : `${description} ${note}`.trim(),
      auth: authOf(adapted.scheme === undefined ? security : [{ [adapted.scheme]: [] }]),
      header: mediaType === undefined ? headers : [{ key: 'Content-Type', value: mediaType }, ...headers],
      url: urlOf(path, parameters),
      ...(mediaType !== undefined && { body: bodyOf(mediaType, example) }),
    },
    response: [],
  };
}

function urlOf(path: string, parameters: readonly Parameter[]): object {
  const parts = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1');
  return {
    raw: `{{baseUrl}}/${parts}`,
    host: ['{{baseUrl}}'],
    path: parts.split('/'),
    query: parameters.filter((each) => each.in === 'query').map(optional),
    variable: parameters.filter((each) => each.in === 'path').map(variableOf),
  };
}

/** What is chosen instead of the example is sent; so is what an answer was kept as. */
function adaptedTo(values: Readonly<Record<string, string>>, parameter: Parameter): Parameter {
  const { name, example, required } = parameter;
  const chosen = values[name] ?? (parameter.in === 'path' ? keptAs(name) : undefined);
  return { ...parameter, example: chosen ?? example, required: required || chosen !== undefined };
}

/** A library's collections are named by a token of their own. */
function keptAs(name: string): string | undefined {
  const variable = name === 'token' ? 'collectionToken' : name;
  return KEPT.has(variable) ? `{{${variable}}}` : undefined;
}

/** The example with these values of its fields (contract: #requests). */
function withValues(example: unknown, values: Readonly<Record<string, string>>): unknown {
  const { fields } = (example ?? {}) as { readonly fields?: readonly { name: string; value: string }[] };
  return fields === undefined
    ? example
    : { fields: fields.map(({ name, value }) => ({ name, value: values[name] ?? value })) };
}

function variableOf({ name, example, description }: Parameter): object {
  return { key: name, value: String(example), description };
}

/** What an operation may have is left out until somebody chooses it: all examples at once would be refused. */
function optional({ name, example, description, required }: Parameter): object {
  return { key: name, value: String(example), description, disabled: !required };
}

function bodyOf(mediaType: string, example: unknown): object {
  if (mediaType === 'application/x-www-form-urlencoded') {
    const fields = Object.entries(example as Readonly<Record<string, unknown>>);
    return { mode: 'urlencoded', urlencoded: fields.map(([key, value]) => ({ key, value: String(value) })) };
  }
  const raw = typeof example === 'string' ? example : JSON.stringify(example, undefined, 2);
  return { mode: 'raw', raw, options: { raw: { language: mediaType.endsWith('json') ? 'json' : 'text' } } };
}

function authOf([first]: Operation['security'] = []): object {
  const [scheme] = Object.keys(first ?? {});
  if (scheme === undefined) return { type: 'noauth' };
  if (scheme in TOKENS)
    return { type: 'bearer', bearer: [text('token', TOKENS[scheme as keyof typeof TOKENS])] };
  return { type: 'basic', basic: [text('username', 'clientId'), text('password', 'clientSecret')] };
}

function text(key: string, variable: string): object {
  return { key, value: `{{${variable}}}`, type: 'string' };
}

/** By a refusal nothing that was kept is lost. */
function keeping(kept: Readonly<Record<string, string>>): string[] {
  return [
    'const [text, json] = [pm.response.text(), () => pm.response.json()];',
    ...Object.entries(kept).map(
      ([variable, value]) =>
        `if (pm.response.code < 300) pm.collectionVariables.set('${variable}', ${value});`,
    ),
  ];
}

function script(listen: 'prerequest' | 'test', exec: readonly string[]): object {
  return { listen, script: { type: 'text/javascript', exec } };
}
