import type { VNode } from 'preact';
import { type Described, type Request, type Response, resolved } from './described.js';
import { headersWith } from '../headers.js';
import { type DocsFiles, docsPage, inline, markdown, placeOf } from './docs-page.js';
import { Members } from './members.js';
import { TryForm } from './try-form.js';

/** One operation: what it does, a form that sends it, and what it answers. */
export function operationPage(described: Described, request: Request, files: DocsFiles): string {
  const { path, method, operation } = request;
  const { summary, description, tags, responses } = operation;
  const [group = ''] = tags;
  return docsPage({
    title: `${summary} · The API of Holdfast`,
    description: `${summary}: ${method} ${path} of this service for holds on digital library titles, to read in full and to try.`,
    files,
    script: true,
    children: (
      <>
        <h1>{summary}</h1>
        <p>
          <code>
            <b>{method}</b> {path}
          </code>{' '}
          in <a href={`${files.directory}../docs#${placeOf(group)}`}>{group}</a>
        </p>
        {description.replace(/\.$/, '') !== summary && <p>{inline(description)}</p>}
        <h2>Try it</h2>
        <TryForm described={described} request={request} operations={`${files.directory}operations/`} />
        <h2>Answers</h2>
        {Object.entries(responses).map(([status, response]) => (
          <Answer status={status} response={resolved<Response>(response, described)} described={described} />
        ))}
      </>
    ),
  });
}

interface AnswerProps {
  readonly status: string;
  readonly response: Response;
  readonly described: Described;
}

const OF_ALL_ANSWERS = Object.keys(headersWith());

/** The members of a record are shown; errors all have one record, and their codes say what is wrong. */
function Answer({ status, response, described }: AnswerProps): VNode {
  const { description, content = {}, headers = {} } = response;
  const own = Object.keys(headers).filter((name) => !OF_ALL_ANSWERS.includes(name));
  const [json, others] = [content[JSON_TYPE], Object.keys(content).filter((type) => type !== JSON_TYPE)];
  return (
    <section>
      <h3>{status}</h3>
      {markdown(description)}
      {own.length > 0 && <p>With {listed(own)}.</p>}
      {others.length > 0 && <p>As {listed(others)}.</p>}
      {json !== undefined && status < '400' && <Members schema={json.schema} described={described} />}
    </section>
  );
}

const JSON_TYPE = 'application/json';

function listed(names: readonly string[]): (VNode | string)[] {
  return inline(names.map((name) => `\`${name}\``).join(', '));
}
