/** What the page reads of the document. */
export interface Document {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<
    Record<string, Partial<Readonly<Record<'get' | 'post' | 'put' | 'delete', Operation>>>>
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, SchemaObject>>;
    readonly responses: Readonly<Record<string, Answer>>;
    readonly examples: Readonly<Record<string, Example>>;
    readonly securitySchemes: Readonly<
      Record<string, { readonly scheme: string; readonly description: string }>
    >;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: SchemaObject;
  readonly example: unknown;
}

export type Content = Readonly<
  Record<
    string,
    {
      readonly schema: SchemaObject;
      readonly example?: unknown;
      readonly examples?: Readonly<Record<string, Example>>;
    }
  >
>;

export interface Answer {
  readonly $ref?: string;
  readonly description: string;
  readonly content?: Content;
}

export interface Example {
  readonly $ref?: string;
  readonly summary: string;
  readonly value: unknown;
}

export interface SchemaObject {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly items?: SchemaObject;
  readonly anyOf?: readonly SchemaObject[];
  readonly oneOf?: readonly SchemaObject[];
  readonly properties?: Readonly<Record<string, SchemaObject>>;
  readonly required?: readonly string[];
}

export function nameIn($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}
