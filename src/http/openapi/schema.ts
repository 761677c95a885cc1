/** A JSON Schema (2020-12), or any other object of an OpenAPI document. */
export type Schema = Readonly<Record<string, unknown>>;
