import { readFileSync } from 'node:fs';

/** Reads from openapi.json what may be sent. */

export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | number)[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly example?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema & { readonly anyOf?: readonly Schema[] };
  readonly required?: readonly string[];
  readonly $ref?: string;
}

/** What each element of the array may be. */
export function elementsOf({ items }: Schema): readonly Schema[] {
  return items?.anyOf ?? (items === undefined ? [] : [items]);
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface BodyDescription {
  readonly type: string;
  readonly schema: Schema;
  readonly example: unknown;
}

export type Credentials = 'patron' | 'clientToken' | 'client' | 'operator';

export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With `{name}` for each parameter. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: BodyDescription | undefined;
  /** One of these; empty: none are needed. */
  readonly credentials: readonly Credentials[];
}

interface OperationObject {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
  };
  readonly security?: readonly Partial<Record<Credentials, unknown>>[];
}

const document = JSON.parse(readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

export const OPERATIONS: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): Operation => {
    const [body] = Object.entries(operation.requestBody?.content ?? {});
    return {
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters ?? [],
      body: body && { type: body[0], schema: resolved(body[1].schema), example: body[1].example },
      credentials: (operation.security ?? []).flatMap((one) => Object.keys(one) as Credentials[]),
    };
  }),
);

function resolved(schema: Schema): Schema {
  return document.components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
}
