import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readPublished } from '../../../src/openapi/published.js';

type Node = Readonly<Record<string, unknown>>;

const document = JSON.parse(readPublished()) as Node;

/** All objects of the document, each with its place. */
function nodesIn(value: unknown, place = '#'): [string, Node][] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, each]) =>
    nodesIn(each, `${place}/${key.replaceAll('/', '~1')}`),
  );
  return [[place, value as Node], ...inside];
}

const nodes = nodesIn(document);
const placesOf = (isWanted: (node: Node, place: string) => boolean): string[] =>
  nodes.filter(([place, node]) => isWanted(node, place)).map(([place]) => place);

test('every example fits its schema', () => {
  const ajv = new Ajv2020({ strict: false });
  (addFormats as unknown as (instance: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: 'document', components: document.components });
  const fits = (schema: Node, example: unknown): boolean => {
    const absolute = JSON.parse(
      JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'),
    ) as Node;
    return ajv.compile(absolute)(example);
  };
  const examples = nodes.flatMap(([place, { example, examples, schema, ...own }]) => [
    ...(schema !== undefined && example !== undefined ? [{ place, schema: schema as Node, example }] : []),
    ...(Array.isArray(examples) ? examples.map((each) => ({ place, schema: own, example: each })) : []),
  ]);
  expect(examples.length).toBeGreaterThan(300);
  expect(examples.filter(({ schema, example }) => !fits(schema, example))).toEqual([]);
});

test('every operation says who may use it, also where that is everybody', () => {
  const undecided = placesOf((node) => 'operationId' in node && !Array.isArray(node.security));
  expect(undecided).toEqual([]);
  expect(nodes.filter(([, { operationId }]) => operationId === 'getPatronToken')).toHaveLength(1);
  const isOpen = (node: Node): boolean => Array.isArray(node.security) && node.security.length === 0;
  expect(placesOf(isOpen)).toContain('#/paths/~1health~1live/get');
});

test('generators of clients find no choice of one, no list of mixed types, and nothing that is empty or unused', () => {
  const isChoiceOfOne = ({ anyOf, oneOf }: Node): boolean =>
    [anyOf, oneOf].some((each) => Array.isArray(each) && each.length === 1);
  const isMixed = ({ enum: words }: Node): boolean =>
    Array.isArray(words) && new Set(words.map((word) => typeof word)).size > 1;
  expect(placesOf(isChoiceOfOne)).toEqual([]);
  expect(placesOf(isMixed)).toEqual([]);
  expect(placesOf(({ items, allOf }) => items !== undefined && allOf !== undefined)).toEqual([]);
  expect(placesOf(({ description }) => description === '')).toEqual([]);
  expect(placesOf((node) => 'operationId' in node && node.description === undefined)).toEqual([]);
  const text = JSON.stringify(document);
  const components = Object.entries(document.components as Record<string, Node>).flatMap(([kind, members]) =>
    Object.keys(members).map((name) => ({ kind, name })),
  );
  const unused = components.filter(
    ({ kind, name }) =>
      !text.includes(kind === 'securitySchemes' ? `{"${name}":[]}` : `"#/components/${kind}/${name}"`),
  );
  expect(unused).toEqual([]);
});
