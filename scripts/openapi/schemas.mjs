import { isDeepStrictEqual } from 'node:util';
import { createFormatter, createParser, DEFAULT_CONFIG, SchemaGenerator } from 'ts-json-schema-generator';

export const CONFIG = {
  ...DEFAULT_CONFIG,
  path: 'src/**/*.{controller,requests,representation}.ts',
  tsconfig: 'tsconfig.json',
  extraTags: ['fraction'],
  additionalProperties: false,
  // The build has checked them.
  skipTypeCheck: true,
};

/** The schemas of these declarations and of all that they consist of, by name. */
export function schemasOf(program, records, requests) {
  const [parser, formatter] = [createParser(program, CONFIG), createFormatter(CONFIG)];
  const generator = new SchemaGenerator(program, parser, formatter, CONFIG);
  const definitions = {};
  for (const each of [...records, ...requests])
    addTo(definitions, generator.createSchemaFromNodes([each]).definitions);
  // What a request has besides is ignored.
  for (const { name } of requests) delete definitions[name.text].additionalProperties;
  // Files come in another order on another machine.
  const byName = Object.entries(definitions).sort(([one], [other]) => (one < other ? -1 : 1));
  return adaptedMembers(Object.fromEntries(byName));
}

/** @throws for two types of one name: the document would have the first of them for both */
export function addTo(definitions, others) {
  for (const [name, schema] of Object.entries(others)) {
    definitions[name] ??= schema;
    if (!isDeepStrictEqual(definitions[name], schema))
      throw new Error(`Two types are called ${name}: give one of them another name.`);
  }
}

function adaptedMembers(members) {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, adapted(member)]));
}

/** References lead to the document's components, and numbers, also those of a list, are whole unless the docstring says `@fraction true`. */
function adapted(schema) {
  if (Array.isArray(schema)) return schema.map(adapted);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { fraction = false, type, ...members } = schema;
  const others = Object.entries(members).map(([key, value]) => [
    key,
    adaptedMember(key, key === 'items' && fraction ? { ...value, fraction } : value),
  ]);
  return {
    ...(type !== undefined && { type: fraction ? type : wholeNumbers(type) }),
    ...Object.fromEntries(others),
  };
}

function adaptedMember(key, value) {
  if (key === '$ref') return value.replace('#/definitions/', '#/components/schemas/');
  // The members' own names are no keywords.
  return key === 'properties' ? adaptedMembers(value) : adapted(value);
}

function wholeNumbers(type) {
  if (Array.isArray(type)) return type.map(wholeNumbers);
  return type === 'number' ? 'integer' : type;
}
