import type { Described } from '../../../src/openapi/docs/described.js';
import { postmanCollection } from '../../../src/openapi/docs/postman-collection.js';
import { readPublished } from '../../../src/openapi/published.js';

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
      readonly variable: readonly { readonly key: string; readonly value: string }[];
    };
    readonly body?: { readonly mode: string; readonly raw?: string };
  };
}
interface Collection {
  readonly info: { readonly name: string; readonly schema: string };
  readonly variable: readonly { readonly key: string; readonly value: string }[];
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[];
}

const described = JSON.parse(readPublished()) as Described;
const collection = postmanCollection(described) as Collection;
const items = collection.item.flatMap(({ item }) => item);
const find = (method: string, path: string): Item =>
  items.find(({ request }) => request.method === method && request.url.raw === `{{baseUrl}}${path}`)!;

test('every operation is in the collection once', () => {
  const operations = Object.values(described.paths).flatMap((methods) =>
    Object.values(methods).filter((each) => 'operationId' in each),
  );
  expect(items.map(({ name }) => name).sort()).toEqual(operations.map(({ summary }) => summary).sort());
});

test('what Postman 2.1 requires is there, and every variable that a request uses', () => {
  expect(collection.info).toMatchObject({
    name: 'Holdfast',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  });
  const known = collection.variable.map(({ key }) => key);
  for (const { request } of items) {
    expect(request.method).toMatch(/^(?:GET|POST|PUT|DELETE)$/);
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

test('a patron’s token is kept for the requests that need it', () => {
  expect(JSON.stringify(find('POST', '/patrontoken'))).toContain("collectionVariables.set('patronToken'");
  expect(JSON.stringify(find('GET', '/v1/patrons/me').event)).toContain("set('collectionToken'");
  const place = find('POST', '/v1/patrons/me/holds').request;
  expect(JSON.stringify(place.auth)).toContain('{{patronToken}}');
  expect(JSON.parse(place.body?.raw ?? '')).toHaveProperty('fields');
});
