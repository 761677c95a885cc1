import type { VNode } from 'preact';
import { type Described, resolved, type Schema } from './described.js';
import { inline } from './docs-page.js';

interface SchemaProps {
  readonly schema: Schema;
  readonly described: Described;
}

/** The members of a record, those of records within it behind them. No record contains itself. */
export function Members({ schema, described }: SchemaProps): VNode | null {
  const record = recordIn(schema, described);
  if (record === undefined) return null;
  return (
    <ul class="members">
      {Object.entries(record.properties ?? {}).map(([name, member]) => (
        <Member
          name={name}
          isRequired={record.required?.includes(name) === true}
          schema={member}
          described={described}
        />
      ))}
    </ul>
  );
}

interface MemberProps extends SchemaProps {
  readonly name: string;
  readonly isRequired: boolean;
}

function Member({ name, isRequired, schema, described }: MemberProps): VNode {
  const { description } = resolved<Schema>(schema, described);
  const told = (
    <>
      <code>{name}</code> {typeOf(schema, described)}
      {!isRequired && ', not always there'}
    </>
  );
  const purpose = description !== undefined && <small>{inline(description)}</small>;
  if (recordIn(schema, described) === undefined)
    return (
      <li>
        {told}
        {purpose}
      </li>
    );
  return (
    <li>
      <details>
        <summary>{told}</summary>
        {purpose}
        <Members schema={schema} described={described} />
      </details>
    </li>
  );
}

/** The record that a schema is, or of which it is a list, or one that may be absent. */
function recordIn(schema: Schema, described: Described): Schema | undefined {
  const { properties, items, anyOf = [], additionalProperties, ...own } = resolved<Schema>(schema, described);
  if (properties !== undefined) return { properties, ...own };
  const values = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  const inside = [items, values, ...anyOf].filter((each) => each !== undefined);
  return inside.map((each) => recordIn(each, described)).find((each) => each !== undefined);
}

/** In words: `text, date-time`, `list: record`, `one of: a, b`. */
export function typeOf(schema: Schema, described: Described): string {
  const { type, format, items, anyOf, ...rest } = resolved<Schema>(schema, described);
  const words = rest.const === undefined ? rest.enum : [rest.const];
  if (words !== undefined) return `${words.length > 1 ? 'one of: ' : ''}${words.map(String).join(', ')}`;
  if (anyOf !== undefined) return anyOf.map((each) => typeOf(each, described)).join(' or ');
  if (items !== undefined) return `list: ${typeOf(items, described)}`;
  const names = [type ?? 'any'].flat().map((each) => TYPES[each] ?? each);
  return [names.join(' or '), format].filter((each) => each !== undefined).join(', ');
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
  object: 'record',
};
