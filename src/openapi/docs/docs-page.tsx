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

/** `directory`: the address of the page's files, as seen from the page. */
export function docsPage(directory: string): string {
  return renderDocument(
    <Document
      title="Holdfast"
      head={
        <>
          <link rel="icon" type="image/png" href={`${directory}favicon-32x32.png`} />
          <link rel="stylesheet" href={`${directory}swagger-ui.css`} />
        </>
      }
    >
      <div id="docs" />
      <script src={`${directory}swagger-ui-bundle.js`} />
      <script src={`${directory}initializer.mjs`} type="module" />
    </Document>,
  );
}
