import {
  allowedIn,
  checkOf,
  type FieldCheck,
  type FieldRefusal,
  fieldsOf,
  refusalOf,
  type RequestClass,
  type RequestField,
} from '../http/fields/request-class.js';

/** What may be sent for a field, as JSON Schema. */
export interface FieldSchema {
  readonly type: 'string' | 'integer' | 'boolean';
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  /** As a client would send it. */
  readonly example: string;
}

/** A field of a request, as its decorators say. */
export interface DescribedField {
  readonly name: string;
  readonly schema: FieldSchema;
  /** Its comment: what it is for, where the name does not say it. */
  readonly purpose: string | undefined;
  /** Completes "<field> must be …". */
  readonly allowed: string;
  readonly refusedWith: FieldRefusal;
  /** Completes "<field> is required …". Undefined: the field is optional. */
  readonly required: string | undefined;
}

export const ALWAYS = 'always';

export function describeFields(type: RequestClass | undefined): DescribedField[] {
  if (type === undefined) return [];
  const comments = commentsOf(type);
  return fieldsOf(type).map((field) => ({
    name: field.name,
    schema: schemaOf(field),
    purpose: comments[field.name]?.description,
    allowed: allowedIn(field),
    refusedWith: refusalOf(field),
    required: whenRequired(field),
  }));
}

/** What a comment says of a member of a class. */
interface CommentedMember {
  readonly required: boolean;
  readonly description?: string;
  readonly example?: unknown;
}

/** Where the compiler plugin of @nestjs/swagger keeps what it has found in a class. */
const METADATA_FACTORY = '_OPENAPI_METADATA_FACTORY';

type CommentedClass = Partial<Record<typeof METADATA_FACTORY, () => Record<string, CommentedMember>>>;

function commentsOf(type: object): Readonly<Record<string, CommentedMember>> {
  if (type === Function.prototype) return {};
  const { [METADATA_FACTORY]: found } = type as CommentedClass;
  return { ...commentsOf(Object.getPrototypeOf(type) as object), ...found?.() };
}

/** Of the members that are always sent. */
export function examplesOf(type: object): Readonly<Record<string, unknown>> {
  const required = Object.entries(commentsOf(type)).filter((entry) => entry[1].required);
  return Object.fromEntries(required.map(([name, { example }]) => [name, example]));
}

function whenRequired(field: RequestField): string | undefined {
  if (checkOf(field, 'isOptional') !== undefined) return undefined;
  return field.checks.find(({ context }) => context?.when)?.context?.when ?? ALWAYS;
}

/** What class-validator's own decorators say in JSON Schema. */
const KEYWORDS: Readonly<Record<string, (constraint: unknown) => object>> = {
  isEmail: () => ({ format: 'email' }),
  isIn: (words) => ({ enum: words }),
  min: (minimum) => ({ minimum }),
  max: (maximum) => ({ maximum }),
  maxLength: (maxLength) => ({ maxLength }),
};

const TYPES: ReadonlyMap<unknown, FieldSchema['type']> = new Map<unknown, FieldSchema['type']>([
  [Number, 'integer'],
  [Boolean, 'boolean'],
]);

function schemaOf(field: RequestField): FieldSchema {
  const ofDecorators = Object.entries(KEYWORDS).map(([name, keyword]) => {
    const check = checkOf(field, name);
    return check && keyword(check.constraints[0]);
  });
  const others = field.checks.map(({ context }) => context?.schema);
  const type = TYPES.get(field.type) ?? 'string';
  return Object.assign({ type, example: exampleOf(field) }, ...ofDecorators, ...others) as FieldSchema;
}

function exampleOf(field: RequestField): string {
  const given = field.checks.find(({ context }) => context?.example)?.context?.example;
  const first = (check: FieldCheck | undefined): unknown => check?.constraints[0];
  const words = first(checkOf(field, 'isIn'));
  return String(given ?? (Array.isArray(words) ? words.at(-1) : first(checkOf(field, 'min'))) ?? true);
}
