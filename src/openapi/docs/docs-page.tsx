import { Document, renderDocument } from '../../platform/html/document.js';

/**
 * What the page needs, all of it from the service itself. Swagger UI styles its own elements by script, which `style-src`
 * does not concern, and has its icons in the style sheet as data: addresses.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface DocsFiles {
  readonly script: string;
  readonly style: string;
  readonly icon: string;
  readonly collection: string;
}

/** The addresses of the files are as seen from the page. */
export function docsPage({ script, style, icon, collection }: DocsFiles): string {
  return renderDocument(
    <Document
      title="The API of Holdfast"
      head={
        <>
          <meta
            name="description"
            content="All operations of this service for holds on digital library titles, to read and to try."
          />
          <link rel="icon" type="image/png" href={icon} />
          <link rel="stylesheet" href={style} />
        </>
      }
    >
      <nav class="downloads" aria-label="Downloads">
        <a href={collection}>A collection for Postman or Bruno</a>
      </nav>
      <div id="docs" />
      <script src={script} type="module" />
    </Document>,
  );
}
