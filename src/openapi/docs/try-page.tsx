import { Document, renderDocument } from '../../platform/html/document.js';

/**
 * What the page needs, all of it from the service itself. Swagger UI styles its own elements by script, which `style-src`
 * does not concern, and has its icons in the style sheet as data: addresses.
 */
export const TRY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface TryPageFiles {
  readonly script: string;
  readonly style: string;
  readonly icon: string;
}

/** Swagger UI, on which operations are tried. @param directory that of its files, as seen from the page */
export function tryPage({ script, style, icon }: TryPageFiles, directory: string): string {
  return renderDocument(
    <Document
      title="Try the API of Holdfast"
      description="The operations of this service for holds on digital library titles, to read in full and to try."
      head={
        <>
          <link rel="icon" type="image/svg+xml" href={`${directory}${icon}`} />
          <link rel="stylesheet" href={`${directory}${style}`} />
        </>
      }
    >
      <header>
        <h1>Try the API of Holdfast</h1>
        <a href={`${directory}../docs`}>All operations at a glance</a>
      </header>
      <div id="docs" />
      <script src={`${directory}${script}`} type="module" />
    </Document>,
  );
}
