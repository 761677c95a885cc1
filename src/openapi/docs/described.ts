/** The part of an OpenAPI document that the pages and the collection are made of. */
export interface Described {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly [{ readonly url: string }];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Components;
}

interface Components {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly responses: Readonly<Record<string, Response>>;
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
}

export interface SecurityScheme {
  readonly scheme: 'bearer' | 'basic';
  readonly description: string;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response | Reference>>;
  readonly security: readonly Readonly<Record<string, unknown>>[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example: Value;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Content;
}

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;

interface Reference {
  readonly $ref: string;
}

export type Value = string | number | boolean;

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly Value[];
  readonly const?: Value;
  readonly title?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** What a reference refers to, with what stands beside it. What is no reference stays. */
export function resolved<Part extends object>(value: Part | Reference, { components }: Described): Part {
  if (!('$ref' in value) || value.$ref === undefined) return value as Part;
  const { $ref, ...own } = value;
  const [kind = '', name = ''] = $ref.replace('#/components/', '').split('/');
  const found = (components as unknown as Record<string, Record<string, object>>)[kind]?.[name];
  return { ...found, ...own } as Part;
}

/** An operation, and where it is. */
export interface Request {
  readonly path: string;
  /** In capitals. */
  readonly method: string;
  readonly operation: Operation;
}

interface Group {
  readonly name: string;
  readonly description: string;
  readonly requests: readonly Request[];
}

const METHODS = ['get', 'post', 'put', 'delete'];

export function requestsOf({ paths }: Described): Request[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method];
      return operation === undefined ? [] : [{ path, method: method.toUpperCase(), operation }];
    }),
  );
}

/** The operations by their tag, in the order of the document. */
export function groupsOf(described: Described): Group[] {
  const requests = requestsOf(described);
  return described.tags.map(({ name, description }) => ({
    name,
    description,
    requests: requests.filter(({ operation }) => operation.tags.includes(name)),
  }));
}
