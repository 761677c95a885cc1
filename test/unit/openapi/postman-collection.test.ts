import { readFileSync } from 'node:fs';
import type { Described } from '../../../src/openapi/docs/described.js';
import { postmanCollection } from '../../../src/openapi/docs/postman-collection.js';
import { readPublished } from '../../../src/openapi/published.js';

interface Variable {
  readonly key: string;
  readonly value: string;
}
interface Item {
  readonly name: string;
  readonly event: readonly object[];
  readonly request: {
    readonly method: string;
    readonly auth: { readonly type: string };
    readonly url: {
      readonly raw: string;
      readonly host: readonly string[];
      readonly path: readonly string[];
      readonly query: readonly { readonly key: string; readonly disabled: boolean }[];
      readonly variable: readonly Variable[];
    };
    readonly body?: {
      readonly mode: string;
      readonly raw?: string;
      readonly urlencoded?: readonly Variable[];
    };
  };
}
interface Collection {
  readonly info: { readonly name: string; readonly schema: string };
  readonly variable: readonly Variable[];
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[];
}

const described = JSON.parse(readPublished()) as Described;
const collection = postmanCollection(described) as Collection;
const items = collection.item.flatMap(({ item }) => item);
const find = (method: string, path: string): Item =>
  items.find(({ request }) => request.method === method && request.url.raw === `{{baseUrl}}${path}`)!;

test('every operation is in the collection once, by a name of its own', () => {
  const operations = Object.values(described.paths).flatMap((methods) =>
    Object.values(methods).filter((each) => 'operationId' in each),
  );
  expect(items.map(({ name }) => name).sort()).toEqual(operations.map(({ summary }) => summary).sort());
  expect(new Set(items.map(({ name }) => name)).size).toBe(items.length);
});

test('what Postman 2.1 requires is there, and every variable that a request uses', () => {
  expect(collection.info).toMatchObject({
    name: 'Holdfast',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  });
  const known = collection.variable.map(({ key }) => key);
  for (const { request } of items) {
    expect(request.method).toMatch(/^(?:GET|HEAD|POST|PUT|DELETE)$/);
    expect(['noauth', 'bearer', 'basic']).toContain(request.auth.type);
    expect(request.url.raw).toBe([...request.url.host, ...request.url.path].join('/'));
    const inPath = request.url.path
      .filter((part) => part.includes(':'))
      .flatMap((part) => part.match(/:\w+/g));
    expect(inPath.sort()).toEqual(request.url.variable.map(({ key }) => `:${key}`).sort());
    const used = [...JSON.stringify(request).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
    expect(known).toEqual(expect.arrayContaining(used));
  }
});

test('a patron of the demo library signs in without changes', () => {
  const demo = readFileSync(new URL('../../../data/demo.ndjson', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const records = demo.map((line) => JSON.parse(line) as object);
  const values = Object.fromEntries(collection.variable.map(({ key, value }) => [key, value]));
  const { urlencoded = [] } = find('POST', '/patrontoken').request.body ?? {};
  const form = Object.fromEntries(urlencoded.map(({ key, value }) => [key, value]));
  expect(records).toContainEqual(
    expect.objectContaining({ record: 'client', clientId: values.clientId, secret: values.clientSecret }),
  );
  expect(records).toContainEqual(
    expect.objectContaining({ record: 'patron', cardNumber: form.username, pin: form.password }),
  );
});

test('a run of the whole collection gets the tokens first', () => {
  const [tokens, patron, ...others] = collection.item.map(({ name }) => name);
  expect([tokens, patron]).toEqual(['Tokens', 'Patron information']);
  expect(others).toContain('Holds');
});

test('a patron’s token is kept for the requests that need it, and by a refusal no token is lost', () => {
  const kept = (method: string, path: string): string => JSON.stringify(find(method, path).event);
  expect(kept('POST', '/patrontoken')).toContain("collectionVariables.set('patronToken'");
  expect(kept('GET', '/v1/patrons/me')).toMatch(/if \(pm\.response\.code < 300\) .*set\('collectionToken'/);
  const place = find('POST', '/v1/patrons/me/holds').request;
  expect(JSON.stringify(place.auth)).toContain('{{patronToken}}');
  expect(JSON.parse(place.body?.raw ?? '')).toHaveProperty('fields');
});
