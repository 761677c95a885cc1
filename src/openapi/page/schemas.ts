import { nameIn, type SchemaObject } from './document.js';
import { html, type Html, inline } from './html.js';

/** What a value may be, in a few words; records are linked. */
export function typeOf(schema: SchemaObject): Html {
  if (schema.$ref !== undefined) {
    const name = nameIn(schema.$ref);
    return html`<a href="#record-${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum !== undefined)
    return joined(
      schema.enum.map((value) => html`<code>${String(value)}</code>`),
      ' | ',
    );
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return joined(alternatives.map(typeOf), ' | ');
  if (schema.items !== undefined) return html`list of ${typeOf(schema.items)}`;
  if (schema.properties !== undefined) return membersOf(schema);
  return html`${[schema.type ?? 'anything'].flat().join(' | ')}${schema.format && ` (${schema.format})`}`;
}

function joined(pieces: readonly Html[], separator: string): Html {
  return html`${pieces.map((piece, index) => (index === 0 ? piece : html`${separator}${piece}`))}`;
}

/** The members of an object, one a row. */
export function membersOf({ properties = {}, required = [] }: SchemaObject): Html {
  const rows = Object.entries(properties).map(
    ([name, member]) =>
      html`<tr>
        <td><code>${name}</code>${required.includes(name) ? '' : '?'}</td>
        <td>${typeOf(member)}</td>
        <td>${inline(member.description)}${example(member)}</td>
      </tr>`,
  );
  return html`<table>
    ${rows}
  </table>`;
}

export function example({ examples }: SchemaObject): Html | undefined {
  if (examples === undefined || examples.length === 0) return undefined;
  return html` <small>e.g. <code>${String(examples[0])}</code></small>`;
}
