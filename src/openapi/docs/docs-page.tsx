import type { ComponentChildren, VNode } from 'preact';
import { COLUMN_STYLE, styleSource } from '../../platform/html/column-page.js';
import { Document, renderDocument } from '../../platform/html/document.js';

const STYLE = `${COLUMN_STYLE}
main { max-width: 60rem; padding-top: 2.5rem; }
p { max-width: 46rem; }
h2 { margin: 2.5rem 0 0; font-size: 1.3rem; }
ul { margin: 1rem 0; padding: 0; list-style: none; }
.bar { display: flex; align-items: center; gap: 1.25rem; height: 3.5rem; box-sizing: border-box; padding: 0 max(1rem, calc((100% - 60rem) / 2)); border-bottom: 1px solid var(--line); background: var(--card); white-space: nowrap; }
.bar a { padding: 0.5rem 0; }
.bar :first-child { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; font-weight: 600; text-decoration: none; }
.places { display: flex; flex-wrap: wrap; gap: 0.75rem 1.5rem; }
.operations li { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
.operations a { display: block; }
:target { background: var(--warning-ground); }
fieldset { margin: 1.5rem 0 0; padding: 0; border: 0; }
legend { padding: 0; font-weight: 600; }
label { display: block; margin-top: 1rem; }
input, select, textarea { display: block; box-sizing: border-box; width: 100%; max-width: 32rem; min-height: 2.6rem; padding: 0.4rem 0.6rem; border: 1px solid var(--edge); border-radius: var(--round); background: var(--card); color: var(--ink); font: inherit; }
textarea { max-width: none; min-height: 9rem; font: 0.85rem/1.5 ui-monospace, monospace; }
button { min-height: 2.6rem; margin-top: 1.5rem; padding: 0 1.5rem; border: 0; border-radius: var(--round); background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
pre { margin: 0.5rem 0; padding: 0.8rem 1rem; border: 1px solid var(--line); background: var(--card); white-space: pre-wrap; }
small { display: block; max-width: 46rem; color: var(--soft); font-size: 0.9rem; overflow-wrap: anywhere; }
.members { margin: 0.25rem 0; padding-left: 1rem; border-left: 2px solid var(--line); }
.members li { padding: 0.25rem 0; }
summary { min-height: 1.75rem; cursor: pointer; }
h4 { margin: 1rem 0 0; font-size: 1rem; }
@media (width >= 56rem) { .try { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 2.5rem; align-items: start; } }
@media (width >= 48rem) { .operations li { display: grid; grid-template-columns: 2fr 3fr; gap: 1rem; } }
`;

/** A page loads its icon, and one on which an operation is tried its script. The style is allowed by hash. */
const POLICY = [
  "default-src 'none'",
  styleSource(STYLE),
  "img-src 'self'",
  // Audits ask for robots.txt from within the page.
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

export const OVERVIEW_POLICY = POLICY.join('; ');
export const OPERATION_POLICY = [...POLICY, "script-src 'self'"].join('; ');

/** What the pages load, by their addresses as seen from the page. */
export interface DocsFiles {
  /** That of the files, with a slash at its end. */
  readonly directory: string;
  readonly icon: string;
  readonly script: string;
}

interface DocsPageProps {
  readonly title: string;
  readonly description: string;
  readonly files: DocsFiles;
  readonly script?: boolean;
  readonly children: ComponentChildren;
}

export function docsPage({ title, description, files, script = false, children }: DocsPageProps): string {
  const { directory } = files;
  const head = (
    <>
      <link rel="icon" type="image/svg+xml" href={directory + files.icon} />
      <style>{STYLE}</style>
      {script && <script type="module" src={directory + files.script} />}
    </>
  );
  return renderDocument(
    <Document title={title} description={description} head={head}>
      <header class="bar">
        <a href={`${directory}../docs`}>The API of Holdfast</a>
        <a href={`${directory}../openapi.json`}>OpenAPI</a>
        <a href={`${directory}postman.json`}>Postman</a>
      </header>
      <main>{children}</main>
    </Document>,
  );
}

/** Where a group, or an operation, stands in the overview. It is the id that Swagger UI gave it at this address: links to it still find it. */
export function placeOf(group: string, operationId?: string): string {
  return ['', encodeURIComponent(group), ...(operationId === undefined ? [] : [operationId])].join('/');
}

/** The Markdown that descriptions have: code, what is bold, and lists. */
export function markdown(text: string): VNode {
  const [items, others] = [/^- /m.test(text), text.replaceAll(/^- /gm, '')];
  if (!items) return <p>{inline(text)}</p>;
  return (
    <ul>
      {others.split('\n').map((line) => (
        <li>{inline(line)}</li>
      ))}
    </ul>
  );
}

export function inline(text: string): (VNode | string)[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*)/).map((part) => {
    if (part.startsWith('`')) return <code>{part.slice(1, -1)}</code>;
    if (part.startsWith('**')) return <b>{part.slice(2, -2)}</b>;
    return part.startsWith('*') ? <em>{part.slice(1, -1)}</em> : part;
  });
}
