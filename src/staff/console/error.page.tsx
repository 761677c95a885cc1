import type { Request } from 'express';
import { parseId } from '../../domain/numbers.js';
import type { ErrorPage } from '../../http/errors/error-pages.js';
import type { ErrorRecord } from '../../http/errors/error.representation.js';
import { serves, type StaffPrincipal } from '../permissions/staff-principal.js';
import { CONSOLE, LIBRARIES } from './addresses.js';
import type { Frame } from './frame.js';
import { Page, Top } from './layout.js';
import { HTML, PAGE_HEADERS, renderPage } from './page.js';

const OF_LIBRARY = new RegExp(`^${LIBRARIES}/([0-9]+)(?:/|$)`);

/** Around the error. */
interface ErrorPageContext {
  /** Who asked; undefined without a session. */
  readonly staff: StaffPrincipal | undefined;
  /** The library whose pages are linked; undefined: none. */
  readonly websiteId: number | undefined;
  readonly libraryName: string | undefined;
}

/** What is known of a request that was refused: a guard refuses it before its frame is made. */
export function errorPageContextOf(request: Request, { errorCode }: ErrorRecord): ErrorPageContext {
  const frame = request.res?.locals.frame as Frame | undefined;
  const staff = request.user as StaffPrincipal | undefined;
  if (frame !== undefined)
    return { staff, websiteId: frame.library?.websiteId, libraryName: frame.library?.name };
  const [, named] = OF_LIBRARY.exec(request.path) ?? [];
  const websiteId = named === undefined ? undefined : parseId(named);
  // A library may be what was not found.
  const isKnown =
    staff !== undefined && websiteId !== undefined && errorCode !== 'NotFound' && serves(staff, websiteId);
  return { staff, websiteId: isKnown ? websiteId : undefined, libraryName: undefined };
}

/** An error of the service, for people: its message, and the id by which the log can be searched. */
export function renderErrorPage(
  { message, errorCode, token }: ErrorRecord,
  prefix: string,
  { staff, ...library }: ErrorPageContext,
): ErrorPage {
  const title = errorCode === 'NotFound' ? 'Page not found' : 'Not done';
  const page = (
    <Page title={title}>
      <Top staff={staff} {...library} />
      <main id="content" tabindex={-1}>
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
