import type { VNode } from 'preact';
import { COLUMN_STYLE, ColumnPage, styleSource } from '../../platform/html/column-page.js';
import { renderDocument } from '../../platform/html/document.js';
import { type Described, groupsOf, type Request } from './described.js';

const STYLE = `${COLUMN_STYLE}
main { max-width: 60rem; padding-top: 3rem; }
p { max-width: 46rem; }
h2 { margin: 2.5rem 0 0; font-size: 1.3rem; }
ul { margin: 1rem 0; padding: 0; list-style: none; }
li { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
li > a { display: block; }
nav { display: flex; flex-wrap: wrap; gap: 0.75rem 1.5rem; }
:target { background: var(--warning-ground); }
@media (width >= 48rem) { li { display: grid; grid-template-columns: 2fr 3fr; gap: 1rem; } }
`;

/** The page runs nothing, and loads nothing but its icon. Its style is allowed by hash. */
export const OVERVIEW_POLICY = [
  "default-src 'none'",
  styleSource(STYLE),
  "img-src 'self'",
  // Audits ask for robots.txt from within the page.
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What there is, for a reader who comes first. An operation leads to where it can be tried. @param directory that of what belongs to the page, as seen from it */
export function overviewPage(described: Described, directory: string, icon: string): string {
  const { version, description } = described.info;
  const groups = groupsOf(described);
  return renderDocument(
    <ColumnPage
      title="The API of Holdfast"
      description="All operations of this service for holds on digital library titles, at a glance."
      style={STYLE}
      icon={`${directory}${icon}`}
    >
      <h1>The API of Holdfast</h1>
      <p class="soft">
        Version {version}. Each operation leads to a page on which it can be read in full and tried.
      </p>
      <nav aria-label="Downloads">
        <a href={`${directory}../openapi.json`}>OpenAPI 3.1, for programs</a>
        <a href={`${directory}postman.json`}>A collection for Postman or Bruno</a>
      </nav>
      {description.split('\n\n').map((paragraph) => (
        <p>{inline(paragraph)}</p>
      ))}
      <nav aria-label="Groups of operations">
        {groups.map(({ name }) => (
          <a href={`#${deepLink(name)}`}>{name}</a>
        ))}
      </nav>
      {groups.map(({ name, description, requests }) => (
        <section>
          <h2 id={deepLink(name)}>{name}</h2>
          <p>{inline(description)}</p>
          <ul>{requests.map((request) => describeRequest(request, deepLink(name), directory))}</ul>
        </section>
      ))}
    </ColumnPage>,
  );
}

/** The id is that of the operation in Swagger UI, which was at this address before: links to it still find the operation. */
function describeRequest({ path, method, operation }: Request, group: string, directory: string): VNode {
  const id = `${group}/${operation.operationId}`;
  return (
    <li id={id}>
      <a href={`${directory}try#${id}`}>{operation.summary}</a>
      <code>
        <b>{method}</b> {path}
      </code>
    </li>
  );
}

/** As Swagger UI writes it behind the `#`. */
function deepLink(group: string): string {
  return `/${encodeURIComponent(group)}`;
}

/** The Markdown that descriptions have: code, and what is bold. */
function inline(text: string): (VNode | string)[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`')) return <code>{part.slice(1, -1)}</code>;
    return part.startsWith('**') ? <b>{part.slice(2, -2)}</b> : part;
  });
}
