import { readFileSync } from 'node:fs';

interface Schema {
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Answers {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

const document = JSON.parse(readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Answers>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/**
 * Which of these members an answer may lack. A member is a path such as `products[].links.metadata`: each of its steps
 * must be required.
 * @param operation such as `GET /v1/patrons/me`
 */
export function notRequired(operation: string, status: number, members: readonly string[]): string[] {
  const [method = '', path = ''] = operation.split(' ');
  const answers = document.paths[path]?.[method.toLowerCase()]?.responses;
  const schema = answers?.[String(status)]?.content?.['application/json']?.schema;
  if (schema === undefined) return [`${operation} has no JSON answer ${status}`];
  return members.filter((member) => !isRequired(schema, member.split('.')));
}

function isRequired(schema: Schema, steps: readonly string[]): boolean {
  const [step, ...rest] = steps;
  if (step === undefined) return true;
  const name = step.replace('[]', '');
  return alternativesOf(schema).every(({ required, properties }) => {
    const member = properties?.[name];
    if (member === undefined || required?.includes(name) !== true) return false;
    const inner = step.endsWith('[]') ? elementsOf(member) : member;
    return inner !== undefined && isRequired(inner, rest);
  });
}

function elementsOf(list: Schema): Schema | undefined {
  return resolved(list).items;
}

/** What a client gets only if it asks for it: by `minimum`, which none of these clients sends. */
const ON_REQUEST = ['#/components/schemas/ShortProductRecord'];

/** All that the value may be: what is required is required in each. */
function alternativesOf(schema: Schema): readonly Schema[] {
  const { anyOf, oneOf, ...own } = resolved(schema);
  const alternatives = (anyOf ?? oneOf)?.filter(({ $ref }) => !ON_REQUEST.includes($ref ?? ''));
  return alternatives === undefined ? [own] : alternatives.flatMap(alternativesOf);
}

function resolved(schema: Schema): Schema {
  const name = (schema.$ref ?? schema.allOf?.[0]?.$ref)?.split('/').at(-1);
  if (name === undefined) return schema;
  const found = document.components.schemas[name];
  if (found === undefined) throw new Error(`There is no schema ${name}.`);
  return resolved(found);
}
