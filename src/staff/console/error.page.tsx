import type { Request } from 'express';
import type { VNode } from 'preact';
import { parseId } from '../../domain/numbers.js';
import type { ErrorPage } from '../../http/errors/error-pages.js';
import type { Brand } from '../../platform/html/column-page.js';
import type { ErrorRecord } from '../../http/errors/error.representation.js';
import { serves, type StaffPrincipal } from '../permissions/staff-principal.js';
import { CONSOLE, libraryAddress, LIBRARIES } from '../addresses/addresses.js';
import { errorWords } from './error-words.js';
import { frameOf } from './frame.js';
import { Page, type PageLibrary, Top } from './layout.js';
import { HTML, pageHeaders, renderPage } from './page.js';

const OF_LIBRARY = new RegExp(`^${LIBRARIES}/([0-9]+)(?:/|$)`);

/** The surroundings of the error. */
interface ErrorPageContext {
  /** The signed-in principal; undefined without a session. */
  readonly staff: StaffPrincipal | undefined;
  /** The library whose pages are linked; undefined: none. */
  readonly library: PageLibrary | undefined;
  /** As last read; undefined: the address is not one library's. */
  readonly brand: Brand | undefined;
}

/** The known facts of a refused request: a guard refuses it before its frame is made. */
export function errorPageContextOf(
  request: Request,
  { errorCode }: ErrorRecord,
  brand: Brand | undefined,
): ErrorPageContext {
  const frame = request.res && frameOf(request.res);
  const staff = request.user as StaffPrincipal | undefined;
  if (frame !== undefined) return { staff, library: frame.library, brand };
  const [, named] = OF_LIBRARY.exec(request.path) ?? [];
  const websiteId = named === undefined ? undefined : parseId(named);
  // The library itself may be what was not found.
  const isKnown =
    staff !== undefined && websiteId !== undefined && errorCode !== 'NotFound' && serves(staff, websiteId);
  return { staff, library: isKnown ? { websiteId, ...brand } : undefined, brand };
}

/** An error of the service, for people: what happened, what to do, and the id to search the log for. */
export function renderErrorPage(
  error: ErrorRecord,
  prefix: string,
  { staff, library, brand }: ErrorPageContext,
): ErrorPage {
  const { title, text } = errorWords(error);
  const look = library ?? brand;
  const page = (
    <Page title={title} color={look?.color}>
      <Top staff={staff} library={library} brand={brand} />
      <main id="content" class="column" tabindex={-1}>
        <h1>{title}</h1>
        <p>{text}</p>
        <p>
          <WayBack library={library} />
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
    headers: { ...pageHeaders(look), 'Cache-Control': 'no-store' },
  };
}

function WayBack({ library }: Pick<ErrorPageContext, 'library'>): VNode {
  return library === undefined ? (
    <a href={CONSOLE}>To the first page of the console</a>
  ) : (
    <a href={libraryAddress(library.websiteId)}>To Today of {library.name ?? 'the library'}</a>
  );
}
