/** A JSON Schema (2020-12), or any other object of the document. */
export type Schema = Readonly<Record<string, unknown>>;

export function toComponent(kind: 'schemas' | 'headers' | 'examples' | 'responses', name: string): Schema {
  return { $ref: `#/components/${kind}/${name}` };
}
