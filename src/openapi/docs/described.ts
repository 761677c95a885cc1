/** The part of an OpenAPI document that the overview and the collection are made of. */
export interface Described {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly [{ readonly url: string }];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example: unknown }>> };
  readonly security?: readonly Readonly<Record<string, unknown>>[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly example: unknown;
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

/** The operations by their tag, in the order of the document. */
export function groupsOf({ tags, paths }: Described): Group[] {
  const requests = Object.entries(paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method];
      return operation === undefined ? [] : [{ path, method: method.toUpperCase(), operation }];
    }),
  );
  return tags.map(({ name, description }) => ({
    name,
    description,
    requests: requests.filter(({ operation }) => operation.tags.includes(name)),
  }));
}
