import {
  type Answer,
  type Content,
  type Document,
  type Example,
  nameIn,
  type Operation,
  type Parameter,
  type SchemaObject,
} from './document.js';
import { html, type Html, inline, markdown } from './html.js';
import { example, typeOf } from './schemas.js';

export interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const METHODS = ['get', 'post', 'put', 'delete'] as const;

export function operationsOf({ paths }: Document, tag: string): Placed[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method];
      return operation?.tags.includes(tag) === true
        ? [{ method: method.toUpperCase(), path, operation }]
        : [];
    }),
  );
}

export function renderOperation(placed: Placed, document: Document): Html {
  const { method, path, operation } = placed;
  return html`<section id="${operation.operationId}">
    <h3>${operation.summary}</h3>
    <p class="address"><b>${method}</b> ${path}</p>
    ${markdown(operation.description)} ${parametersOf(operation)} ${bodyOf(operation)}
    <pre>${curl(placed, document)}</pre>
    <dl>
      ${Object.entries(operation.responses).map(([status, answer]) => renderAnswer(status, answer, document))}
    </dl>
  </section>`;
}

function parametersOf({ parameters = [] }: Operation): Html | undefined {
  if (parameters.length === 0) return undefined;
  const row = ({ name, required, schema, description, example: shown, ...rest }: Parameter): Html =>
    html`<tr>
      <td><code>${name}</code>${required ? '' : '?'}</td>
      <td>in the ${rest.in}, ${typeOf(schema)}</td>
      <td>
        ${inline(description)} <small>e.g. <code>${String(shown)}</code></small>
      </td>
    </tr>`;
  return html`<table>
    ${parameters.map(row)}
  </table>`;
}

function bodyOf({ requestBody }: Operation): Html | undefined {
  const [body] = Object.values(requestBody?.content ?? {});
  if (body === undefined) return undefined;
  const fields = body.schema.properties?.fields?.items?.anyOf;
  if (fields === undefined) return typeOf(body.schema);
  const row = ({ title, properties }: SchemaObject): Html =>
    html`<tr>
      <td><code>${title}</code></td>
      <td>${properties?.value && typeOf(properties.value)}</td>
      <td>${inline(properties?.value?.description)}${properties?.value && example(properties.value)}</td>
    </tr>`;
  return html`<table>
    <tr>
      <th>field</th>
      <th>value</th>
      <th></th>
    </tr>
    ${fields.map(row)}
  </table>`;
}

/** The operation as one would try it. */
function curl({ method, path, operation }: Placed, { servers, components }: Document): string {
  const [scheme] = operation.security.flatMap((each) => Object.keys(each));
  const isBasic = scheme !== undefined && components.securitySchemes[scheme]?.scheme === 'basic';
  const address = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'path')
    .reduce((filled, { name, example: value }) => filled.replace(`{${name}}`, String(value)), path);
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${servers[0]?.url ?? ''}${address}'`,
    ...(isBasic ? ['-u "$CLIENT_ID:$CLIENT_SECRET"'] : []),
    ...(scheme !== undefined && !isBasic
      ? [`-H "Authorization: Bearer $${scheme === 'operator' ? 'OPERATOR' : 'TOKEN'}"`]
      : []),
    ...curlBody(operation.requestBody?.content),
  ].join(' \\\n  ');
}

function curlBody(content: Content = {}): string[] {
  const [first] = Object.entries(content);
  if (first === undefined) return [];
  const [type, { example: value }] = first;
  if (type === 'application/x-www-form-urlencoded')
    return Object.entries(value as Record<string, string>).map(([name, text]) => `-d '${name}=${text}'`);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return [`-H 'Content-Type: ${type}'`, `--data-binary '${text}'`];
}

function renderAnswer(status: string, answer: Answer, { components }: Document): Html {
  const resolved = answer.$ref === undefined ? answer : components.responses[nameIn(answer.$ref)];
  const [content] = Object.values(resolved?.content ?? {});
  const codes = Object.keys(content?.examples ?? {});
  return html`<dt>${status}</dt>
    <dd>
      ${
        codes.length === 0
          ? html`${inline(resolved?.description)} ${content && typeOf(content.schema)}`
          : codes.map((code) => renderCode(code, components.examples[code]))
      }
    </dd>`;
}

function renderCode(code: string, known: Example | undefined): Html {
  return html`<div><code>${code}</code> ${inline(known?.summary)}</div>`;
}
