import type { Schema } from '../../http/openapi/schema.js';
import type { Document } from './document.js';
import { html, type Html, markdown } from './html.js';
import { operationsOf, renderOperation } from './operations.js';
import { example, typeOf } from './schemas.js';
import { STYLE } from './style.js';

/** The document as one page for people: no scripts, and nothing that is loaded from anywhere. */
export function pageOf(described: Schema): string {
  const document = described as unknown as Document;
  const { info, tags } = document;
  return `<!doctype html>\n${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${info.title}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <nav>
          <b>${info.title} ${info.version}</b>
          ${tags.map(({ name }) => contents(document, name))}
          <p><a href="#records">Records</a> <a href="openapi.json">openapi.json</a></p>
        </nav>
        <main>
          <h1>${info.title}</h1>
          ${markdown(info.description)}
          ${tags.map(({ name, description }) => chapter(document, name, description))} ${records(document)}
        </main>
      </body>
    </html>`.text
  }\n`;
}

function contents(document: Document, tag: string): Html {
  const links = operationsOf(document, tag).map(
    ({ operation: { operationId, summary } }) => html`<li><a href="#${operationId}">${summary}</a></li>`,
  );
  return html`<h4>${tag}</h4>
    <ul>
      ${links}
    </ul>`;
}

function chapter(document: Document, tag: string, description: string): Html {
  const operations = operationsOf(document, tag).map((placed) => renderOperation(placed, document));
  return html`<h2>${tag}</h2>
    ${markdown(description)} ${operations}`;
}

function records({ components }: Document): Html {
  const described = Object.entries(components.schemas).map(
    ([name, schema]) =>
      html`<section id="record-${name}">
        <h3>${name}</h3>
        ${markdown(schema.description)}
        <div>${typeOf(schema)}${example(schema)}</div>
      </section>`,
  );
  return html`<h2 id="records">Records</h2>
    ${described}`;
}
