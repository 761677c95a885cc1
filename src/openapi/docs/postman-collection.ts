import { type Described, groupsOf, type Operation, type Parameter, type Request } from './described.js';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** The token of each security scheme is a variable of the collection. */
const TOKENS = { patron: 'patronToken', clientToken: 'clientToken', operator: 'operatorToken' } as const;

/** What the answer of an operation is kept as, for the operations that need it. */
const KEPT: Readonly<Record<string, { readonly variable: string; readonly member: string }>> = {
  getPatronToken: { variable: TOKENS.patron, member: 'access_token' },
  getClientToken: { variable: TOKENS.clientToken, member: 'access_token' },
  getPatron: { variable: 'collectionToken', member: 'collectionToken' },
};

/** The groups in which the others' tokens are got: a run of the whole collection begins there, with the last of these. */
const FIRST = ['Patron information', 'Tokens'];

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
      ...[...Object.values(TOKENS), 'collectionToken'].map((key) => ({ key, value: '' })),
    ],
    item: groupsOf(described)
      .sort((one, other) => FIRST.indexOf(other.name) - FIRST.indexOf(one.name))
      .map(({ name, description, requests }) => ({ name, description, item: requests.map(itemOf) })),
  };
}

function itemOf({ path, method, operation }: Request): object {
  const { operationId, summary, description = '', parameters = [], requestBody, security } = operation;
  const [mediaType, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const headers = parameters.filter((each) => each.in === 'header').map(optional);
  return {
    name: summary,
    event: eventsOf(operationId),
    request: {
      method,
      description,
      auth: authOf(security),
      header: mediaType === undefined ? headers : [{ key: 'Content-Type', value: mediaType }, ...headers],
      url: urlOf(path, parameters),
      ...(mediaType !== undefined && { body: bodyOf(mediaType, content?.example) }),
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

/** A library's collections are named by a token of their own. */
function variableOf({ name, example, description }: Parameter): object {
  return { key: name, value: name === 'token' ? '{{collectionToken}}' : String(example), description };
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

function eventsOf(operationId: string): object[] {
  const kept = KEPT[operationId];
  if (kept === undefined) return [];
  const keep = `pm.collectionVariables.set('${kept.variable}', pm.response.json().${kept.member});`;
  const exec = [`if (pm.response.code === 200) ${keep}`];
  return [{ listen: 'test', script: { type: 'text/javascript', exec } }];
}
