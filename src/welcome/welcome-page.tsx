import { hash } from 'node:crypto';
import type { VNode } from 'preact';
import { Document, renderDocument } from '../platform/html/document.js';

/** Light or dark, as the reader prefers. */
const STYLE = `
:root { color-scheme: light dark; --paper: #f7f3ea; --ink: #1f2a36; --soft: #5d6670; --line: #d9d2c2; --link: #20598f; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1b2430; --ink: #f1ece1; --soft: #a9b1ba; --line: #37424f; --link: #8fc1ef; }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.55 Georgia, 'Times New Roman', serif; }
main { max-width: 38rem; margin: 0 auto; padding: 12vh 1.5rem 4rem; }
h1 { margin: 0; font-size: 2.6rem; font-weight: normal; line-height: 1.1; }
h1::before { content: ''; display: block; width: 3.2rem; height: 0.35rem; margin-bottom: 1.6rem; background: #b5482f; }
.version { margin: 0.3rem 0 1.6rem; color: var(--soft); }
dl { margin: 2rem 0; border-top: 1px solid var(--line); }
dt { padding-top: 0.8rem; }
dd { margin: 0; padding-bottom: 0.8rem; border-bottom: 1px solid var(--line); color: var(--soft); }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
code, pre { font: 0.85rem/1.5 ui-monospace, monospace; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 0.8rem 1rem; border: 1px solid var(--line); }
`;

/** The page loads nothing and runs nothing. Its style is allowed by hash. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface Welcome {
  readonly version: string;
  readonly publicUrl: string;
  /** There is a page for patrons. */
  readonly hasShelf: boolean;
  /** Visitors of the page may try the console. Elsewhere the public does not reach it. */
  readonly isSandbox: boolean;
}

/** The page at the base address, for browsers. Links are relative, so they work whatever `PUBLIC_URL` is. */
export function welcomePage({ version, publicUrl, hasShelf, isSandbox }: Welcome): string {
  return renderDocument(
    <Document title="Holdfast" head={<style>{STYLE}</style>}>
      <main>
        <h1>Holdfast</h1>
        <p class="version">Version {version}</p>
        <p>
          This service manages the holds of library patrons on digital titles: the queue for each title, the
          copy that is set aside, and the mail that says so. Library catalogs and reading apps talk to it.
        </p>
        <dl>
          {hasShelf && (
            <Place path="shelf">
              A patron’s holds and loans. Sign in with a library card, and see each request and its answer.
            </Place>
          )}
          {isSandbox && (
            <Place path="console">
              For library staff: queues, titles to buy, patrons, mail. Sign in with an account of staff.
            </Place>
          )}
          <Place path="docs">Every operation, to read about and to try.</Place>
          <Place path="openapi.json">The same for programs, as OpenAPI 3.1.</Place>
          <Place path="v1/patrons/me">
            Where a client begins: the patron’s information, with links to everything else. It needs a
            patron’s token.
          </Place>
          <Place path="health/ready">Whether the service can do its work now.</Place>
        </dl>
        <pre>{`curl -H "Authorization: Bearer $TOKEN" ${publicUrl}/v1/patrons/me`}</pre>
      </main>
    </Document>,
  );
}

function Place({ path, children }: { readonly path: string; readonly children: string }): VNode {
  return (
    <>
      <dt>
        <a href={path}>/{path}</a>
      </dt>
      <dd>{children}</dd>
    </>
  );
}
