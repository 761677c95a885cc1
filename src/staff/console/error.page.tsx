import type { Request } from 'express';
import type { VNode } from 'preact';
import { parseId } from '../../domain/numbers.js';
import type { ErrorPage } from '../../http/errors/error-pages.js';
import type { ErrorRecord } from '../../http/errors/error.representation.js';
import { serves, type StaffPrincipal } from '../permissions/staff-principal.js';
import { CONSOLE, libraryAddress, LIBRARIES } from '../addresses/addresses.js';
import { errorWords } from './error-words.js';
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

/** An error of the service, for people: what happened, what to do, and the id by which the log can be searched. */
export function renderErrorPage(
  error: ErrorRecord,
  prefix: string,
  { staff, ...library }: ErrorPageContext,
): ErrorPage {
  const { title, text } = errorWords(error);
  const page = (
    <Page title={title}>
      <Top staff={staff} {...library} />
      <main id="content" class="column" tabindex={-1}>
        <h1>{title}</h1>
        <p>{text}</p>
        <p>
          <WayBack {...library} />
        </p>
        <p class="soft">
          Error <code>{error.errorCode}</code>. Request <code>{error.token}</code>.
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

function WayBack({ websiteId, libraryName }: Omit<ErrorPageContext, 'staff'>): VNode {
  return websiteId === undefined ? (
    <a href={CONSOLE}>To the first page of the console</a>
  ) : (
    <a href={libraryAddress(websiteId)}>To Today of {libraryName ?? 'the library'}</a>
  );
}
