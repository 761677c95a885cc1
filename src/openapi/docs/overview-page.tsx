import type { VNode } from 'preact';
import { type Described, groupsOf, type Request } from './described.js';
import { type DocsFiles, docsPage, inline, markdown, placeOf } from './docs-page.js';

/** What there is, for a reader who comes first. An operation leads to where it can be tried. */
export function overviewPage(described: Described, files: DocsFiles): string {
  const { version, description } = described.info;
  const groups = groupsOf(described);
  return docsPage({
    title: 'The API of Holdfast',
    description: 'All operations of this service for holds on digital library titles, at a glance.',
    files,
    children: (
      <>
        <h1>The API of Holdfast</h1>
        <p class="soft">
          Version {version}. Each operation leads to a page on which it can be read in full and tried.
          Programs read the description as OpenAPI 3.1; Postman and Bruno import the collection.
        </p>
        {description.split('\n\n').map(markdown)}
        <nav aria-label="Groups of operations" class="places">
          {groups.map(({ name }) => (
            <a href={`#${placeOf(name)}`}>{name}</a>
          ))}
        </nav>
        {groups.map(({ name, description, requests }) => (
          <section>
            <h2 id={placeOf(name)}>{name}</h2>
            <p>{inline(description)}</p>
            <ul class="operations">{requests.map((request) => listed(request, name, files))}</ul>
          </section>
        ))}
      </>
    ),
  });
}

function listed({ path, method, operation }: Request, group: string, { directory }: DocsFiles): VNode {
  const { operationId, summary } = operation;
  return (
    <li id={placeOf(group, operationId)}>
      <a href={`${directory}operations/${operationId}`}>{summary}</a>
      <code>
        <b>{method}</b> {path}
      </code>
    </li>
  );
}
