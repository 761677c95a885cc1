import type { ErrorPage } from '../http/errors/error-pages.js';
import type { ErrorRecord } from '../http/errors/error.representation.js';
import { CONSOLE } from './addresses.js';
import { Page } from './layout.js';
import { HTML, PAGE_HEADERS, renderPage } from './page.js';

/** An error of the service, for people: its message, and the id by which the log can be searched. */
export function renderErrorPage({ message, errorCode, token }: ErrorRecord, prefix: string): ErrorPage {
  const title = errorCode === 'NotFound' ? 'Page not found' : 'Not done';
  const page = (
    <Page title={title}>
      <header class="top">
        <div class="top-line">
          <a class="home" href={CONSOLE}>
            Holdfast
          </a>
        </div>
      </header>
      <main id="content">
        <h1>{title}</h1>
        <p class="notice problem">{message}</p>
        <p>
          Go back to correct what you have sent, or start from <a href={CONSOLE}>the first page</a>.
        </p>
        <p class="soft">
          Error <code>{errorCode}</code>. Request <code>{token}</code>.
        </p>
      </main>
    </Page>
  );
  return {
    mediaType: HTML,
    text: renderPage(page, prefix),
    headers: { ...PAGE_HEADERS, 'Cache-Control': 'no-store' },
  };
}
