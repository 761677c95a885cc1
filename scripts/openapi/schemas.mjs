import { createGenerator } from 'ts-json-schema-generator';

/** The records of these names and all that they consist of, from the interfaces in `*.representation.ts`. */
export function readSchemas(names) {
  const generator = createGenerator({
    path: 'src/**/*.representation.ts',
    tsconfig: 'tsconfig.json',
    type: '*',
    expose: 'export',
    functions: 'hide',
    jsDoc: 'extended',
    extraTags: ['fraction'],
    additionalProperties: false,
    // The build has checked them.
    skipTypeCheck: true,
  });
  const { definitions } = generator.createSchema('*');
  const wanted = [...withinReach(names, definitions)].sort();
  return Object.fromEntries(wanted.map((name) => [name, adapted(definitions[name])]));
}

function withinReach(names, definitions, found = new Set()) {
  for (const name of names.filter((each) => !found.has(each))) {
    if (definitions[name] === undefined) throw new Error(`${name} is in no *.representation.ts.`);
    found.add(name);
    const referred = JSON.stringify(definitions[name]).matchAll(/"#\/definitions\/(\w+)"/g);
    withinReach(
      [...referred].map(([, other]) => other),
      definitions,
      found,
    );
  }
  return found;
}

/** References lead to the document's components, and numbers are whole unless the docstring says `@fraction true`. */
function adapted(schema) {
  if (Array.isArray(schema)) return schema.map(adapted);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { fraction = false, type, ...members } = schema;
  const others = Object.entries(members).map(([key, value]) => [key, adaptedMember(key, value)]);
  return {
    ...(type !== undefined && { type: fraction ? type : wholeNumbers(type) }),
    ...Object.fromEntries(others),
  };
}

function adaptedMember(key, value) {
  if (key === '$ref') return value.replace('#/definitions/', '#/components/schemas/');
  // The members' own names are no keywords.
  if (key === 'properties')
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, adapted(member)]));
  return adapted(value);
}

function wholeNumbers(type) {
  if (Array.isArray(type)) return type.map(wholeNumbers);
  return type === 'number' ? 'integer' : type;
}
