import type { VNode } from 'preact';
import {
  type Described,
  type Operation,
  type Request,
  resolved,
  type Schema,
  type Value,
} from './described.js';
import { inline } from './docs-page.js';

/** What is typed, and where it goes: into the address, a header, the body, or the authorization. */
interface Control {
  readonly name: string;
  readonly place: 'path' | 'query' | 'header' | 'field' | 'form' | 'body' | 'bearer' | 'client';
  readonly label?: string;
  readonly description: string;
  readonly schema: Schema;
  readonly isRequired?: boolean;
  /** What it begins with. */
  readonly value?: Value | undefined;
  /** Where its value can be got. */
  readonly link?: string;
}

/** The answers of these have a token, which is kept for the tab as that of this scheme. */
const SIGN_INS: Readonly<Record<string, string>> = {
  getPatronToken: 'patron',
  getClientToken: 'clientToken',
};

interface TryFormProps {
  readonly described: Described;
  readonly request: Request;
  /** That of the pages of operations, with a slash at its end. */
  readonly operations: string;
}

/** A form that the script of the page sends, with room for the same request as a program and for the answer. */
export function TryForm({ described, request, operations }: TryFormProps): VNode {
  const { path, method, operation } = request;
  const [mediaType] = Object.keys(operation.requestBody?.content ?? {});
  return (
    <>
      <noscript>
        <p>To send a request, this page needs its script.</p>
      </noscript>
      <div class="try">
        <form
          data-method={method}
          data-path={path}
          data-type={mediaType}
          data-keeps={SIGN_INS[operation.operationId]}
        >
          <Controls legend="Authorization" controls={secretsOf(operation, described, operations)} />
          <Controls legend="Address and headers" controls={parametersOf(operation)} />
          <Controls legend="Body" controls={bodyOf(operation, described)} />
          <button disabled>Send</button>
        </form>
        <div>
          <section id="programs" hidden>
            <h3>The same with curl</h3>
            <pre id="curl" />
            <h3>The same in JavaScript</h3>
            <pre id="javascript" />
          </section>
          <section id="answer" hidden>
            <h3>Answer</h3>
            <p id="status" role="status" />
            <h4>Headers</h4>
            <pre id="headers" />
            <h4>Body</h4>
            <pre id="body" />
          </section>
        </div>
      </div>
    </>
  );
}

const TOKEN_LABELS: Readonly<Record<string, string>> = {
  patron: 'Patron’s token',
  clientToken: 'Client’s token',
  operator: 'Operator’s or staff’s token',
};

function secretsOf({ security }: Operation, { components }: Described, operations: string): Control[] {
  const schemes = security.flatMap((each) => Object.keys(each));
  return schemes.flatMap((name): Control[] => {
    const { scheme, description = '' } = components.securitySchemes[name] ?? {};
    const [signIn] = Object.entries(SIGN_INS).find((each) => each[1] === name) ?? [];
    const secret = { schema: { type: 'string', format: 'password' } } as const;
    if (scheme === 'bearer')
      return [
        {
          name,
          place: 'bearer',
          label: TOKEN_LABELS[name] ?? name,
          description,
          ...secret,
          ...(signIn !== undefined && { link: operations + signIn }),
        },
      ];
    return [
      {
        name: 'id',
        place: 'client',
        label: 'Client’s id',
        description: 'In the demo library: `demo-app`.',
        schema: {},
      },
      {
        name: 'secret',
        place: 'client',
        label: 'Client’s secret',
        description: 'In the demo library: `demo-app-secret-for-laptops`.',
        ...secret,
      },
    ];
  });
}

/** What an operation may have is left to the reader: all examples of a search at once would be refused. */
function parametersOf({ parameters }: Operation): Control[] {
  return parameters.map(({ in: place, required, example, description, ...parameter }) => ({
    ...parameter,
    place,
    isRequired: required,
    description: required ? description : `${description} Example: \`${String(example)}\``,
    value: required ? example : undefined,
  }));
}

function bodyOf({ requestBody }: Operation, described: Described): Control[] {
  const [[mediaType, content] = []] = Object.entries(requestBody?.content ?? {});
  if (mediaType === undefined || content === undefined) return [];
  const { example } = content;
  const { properties = {}, required = [] } = resolved<Schema>(content.schema, described);
  if (properties.fields !== undefined) return fieldsOf(properties.fields, example as FieldsExample);
  if (mediaType === 'application/x-www-form-urlencoded')
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      place: 'form',
      description: schema.description ?? '',
      isRequired: required.includes(name),
      schema,
      value: (example as Readonly<Record<string, Value>>)[name],
    }));
  const value = typeof example === 'string' ? example : JSON.stringify(example, undefined, 2);
  return [{ name: 'body', place: 'body', label: mediaType, description: '', schema: {}, value }];
}

interface FieldsExample {
  readonly fields: readonly { readonly name: string; readonly value: Value }[];
}

/** The body that follows the request convention: an array of named values. */
function fieldsOf({ items = {} }: Schema, { fields }: FieldsExample): Control[] {
  return (items.anyOf ?? [items]).map(({ title: name = '', properties: { value: schema = {} } = {} }) => ({
    name,
    place: 'field',
    description: schema.description ?? '',
    schema,
    value: fields.find((each) => each.name === name)?.value,
  }));
}

function Controls({ legend, controls }: { legend: string; controls: readonly Control[] }): VNode | null {
  if (controls.length === 0) return null;
  return (
    <fieldset>
      <legend>{legend}</legend>
      {controls.map((control) => (
        <ControlView {...control} />
      ))}
    </fieldset>
  );
}

function ControlView(control: Control): VNode {
  const { name, place, label = name, description, link } = control;
  const id = `${place}-${name}`;
  return (
    <>
      <label for={id}>{label}</label>
      <Input {...control} id={id} />
      {description !== '' && <small id={`${id}-about`}>{inline(description)}</small>}
      {link !== undefined && <a href={link}>Get a token, which this tab then keeps</a>}
    </>
  );
}

function Input(control: Control & { readonly id: string }): VNode {
  const { id, name, place, schema, isRequired, value, description } = control;
  const given = value === undefined ? '' : String(value);
  const attributes = {
    id,
    name,
    'data-in': place,
    required: isRequired === true,
    ...(description !== '' && { 'aria-describedby': `${id}-about` }),
  };
  const words = wordsOf(schema);
  if (words !== undefined)
    return (
      <select {...attributes}>
        {isRequired !== true && <option value="" />}
        {words.map((word) => (
          <option value={word} selected={word === given}>
            {word}
          </option>
        ))}
      </select>
    );
  if (place === 'body')
    return (
      <textarea {...attributes} spellcheck={false}>
        {given}
      </textarea>
    );
  const typed = { ...attributes, value: given, autocomplete: 'off', spellcheck: false } as const;
  return schema.format === 'password' ? (
    <input {...typed} type="password" />
  ) : (
    <input {...typed} type="text" />
  );
}

/** What can be chosen from. */
function wordsOf({ type, const: only, enum: words, anyOf = [] }: Schema): string[] | undefined {
  if (only !== undefined) return [String(only)];
  if (words !== undefined) return words.map(String);
  if (type === 'boolean') return ['true', 'false'];
  return anyOf.map(wordsOf).find((each) => each !== undefined);
}
