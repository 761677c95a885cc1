import type { VNode } from 'preact';
import { type Brand, COLUMN_STYLE, ColumnPage, styleSource } from '../../platform/html/column-page.js';
import { renderDocument } from '../../platform/html/document.js';
import { type Place, placesOf, type Welcome } from './welcome-places.js';

const STYLE = `${COLUMN_STYLE}
h1 { margin: 0; font-size: 2.6rem; }
.version { margin: 0.3rem 0 1.6rem; color: var(--soft); }
dl { margin: 2rem 0; border-top: 1px solid var(--line); }
dt { padding-top: 0.8rem; }
dd { margin: 0; padding-bottom: 0.8rem; border-bottom: 1px solid var(--line); color: var(--soft); }
pre { white-space: pre-wrap; padding: 0.8rem 1rem; border: 1px solid var(--line); }
`;

/** The page runs no script, and loads only the library's logo. Its style is allowed by hash. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  styleSource(STYLE),
  'img-src https:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The page at the base address, for browsers. Links are relative, so they work whatever `PUBLIC_URL` is.
 * @param brand of the only library; undefined: there are several, or none
 */
export function welcomePage(welcome: Welcome, brand: Brand | undefined): string {
  const { version, publicUrl } = welcome;
  return renderDocument(
    <ColumnPage title="Holdfast" style={STYLE} brand={brand}>
      <h1>Holdfast</h1>
      <p class="version">Version {version}</p>
      <p>
        This service manages the holds of library patrons on digital titles: the queue for each title, the
        copy that is set aside, and the mail that says so. Library catalogs and reading apps talk to it.
      </p>
      <dl>{placesOf(welcome).map(describePlace)}</dl>
      <p>
        With <code>Authorization: Bearer TOKEN</code> in the file <code>authorization</code>:
      </p>
      <pre>{`curl -H @authorization ${publicUrl}/v1/patrons/me`}</pre>
    </ColumnPage>,
  );
}

function describePlace({ path, purpose }: Place): VNode {
  return (
    <>
      <dt>
        <a href={path}>/{path}</a>
      </dt>
      <dd>{purpose}</dd>
    </>
  );
}
