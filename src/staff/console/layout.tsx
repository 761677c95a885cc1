import type { ComponentChildren, VNode } from 'preact';
import type { ErrorCode } from '../../domain/errors.js';
import type { Library } from '../../platform/database/libraries.store.js';
import { BrandMark } from '../../platform/html/brand-mark.js';
import type { Brand } from '../../platform/html/column-page.js';
import { Document } from '../../platform/html/document.js';
import { libraryStyle } from '../../shelf/library-colors.js';
import { ACCOUNT } from '../addresses/sign-in-addresses.js';
import { CONSOLE, LIBRARIES, libraryAddress, withQuery } from '../addresses/addresses.js';
import { Kept } from './components/kept-form.js';
import { TimeZone } from './components/moment.js';
import { Notice } from './components/notice.js';
import type { Frame } from './frame.js';
import { Navigation, type Section } from './navigation.js';
import { SearchBox } from './search-box.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { STYLESHEET_ADDRESS } from './stylesheet.js';

/** Two bars of a queue, one of them done. It is a data URL, so no file is loaded. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#1d4f91"/>' +
    '<path d="M4 4h8M4 8h8M4 12h4" stroke="#fff" stroke-width="2"/></svg>',
)}`;

interface PageProps {
  readonly title: string;
  /** The library's color. */
  readonly color?: string | null | undefined;
  readonly children: ComponentChildren;
}

/** A page in the console's style, with the library's color. */
export function Page({ title, color, children }: PageProps): VNode {
  const head = (
    <>
      <meta name="color-scheme" content="light dark" />
      <meta name="description" content="Where library staff look after holds, queues, patrons and mail." />
      <link rel="icon" href={ICON} />
      <link rel="stylesheet" href={STYLESHEET_ADDRESS} />
      {color && <style>{libraryStyle(color)}</style>}
    </>
  );
  return (
    <Document title={`${title} · Holdfast`} head={head}>
      {children}
    </Document>
  );
}

/** What the form was about has changed since the page was loaded: the page may no longer have the form. */
const STALE: readonly ErrorCode[] = ['NotFound', 'HoldReadyForCheckout'];

interface LayoutProps extends PageProps {
  readonly frame: Frame;
  /** Undefined: none of them. */
  readonly section?: Section;
  /** The searched text, which stays in the search box. */
  readonly sought?: string;
}

/** A page for staff. Its title is the heading; the content's own headings start at level 2. */
export function Layout({ frame, section, sought, title, children }: LayoutProps): VNode {
  const { library } = frame;
  const zone = library?.timeZone ?? 'UTC';
  return (
    <Page title={library ? `${title} · ${library.name}` : title} color={library?.color}>
      <Kept.Provider value={frame.kept}>
        <Top staff={frame.staff} library={library} section={section} sought={sought} />
        <main id="content" tabindex={-1}>
          <h1>{title}</h1>
          {frame.message !== undefined && <Notice>{frame.message}</Notice>}
          {frame.kept?.refusal === undefined && frame.kept && (
            <Notice tone="warning">
              You are signed in again. What you sent was not done:{' '}
              <a href="#kept-form">see the form as you filled it in</a>, and send it again.
            </Notice>
          )}
          {frame.kept?.refusal && STALE.includes(frame.kept.refusal.code) && (
            <Notice tone="warning">{frame.kept.refusal.message}</Notice>
          )}
          <TimeZone.Provider value={zone}>{children}</TimeZone.Provider>
        </main>
        <footer class="foot">
          <p>Times of day are in {zone === 'UTC' ? zone : <>the library’s zone, {zone}</>}.</p>
          <ElsewhereLinks frame={frame} />
        </footer>
      </Kept.Provider>
    </Page>
  );
}

/** The library in the head of a page. Only its number is known if the page was refused before the library was read. */
export type PageLibrary = Pick<Library, 'websiteId'> & Partial<Library>;

interface TopProps {
  /** Undefined: there is no session. */
  readonly staff: StaffPrincipal | undefined;
  /** The library whose pages are linked; undefined: none. */
  readonly library: PageLibrary | undefined;
  /** The look of a page without a library. */
  readonly brand?: Brand | undefined;
  readonly section?: Section | undefined;
  readonly sought?: string | undefined;
}

/** The head of every page: the library, and the navigation of signed-in staff. */
export function Top({ staff, library, brand, section, sought }: TopProps): VNode {
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="top">
        <div class="bar">
          <div class="top-line">
            <Home library={library} brand={brand} />
            {staff && <AccountMenu staff={staff} />}
          </div>
          {staff && library && <SearchBox staff={staff} websiteId={library.websiteId} sought={sought} />}
        </div>
        {staff && library && <Navigation staff={staff} websiteId={library.websiteId} section={section} />}
      </header>
    </>
  );
}

/** The library's mark, which leads to its first page. */
export function Home({ library, brand }: Pick<TopProps, 'library' | 'brand'>): VNode {
  const { name = 'Holdfast', logo } = library ?? brand ?? {};
  const href = library === undefined ? CONSOLE : libraryAddress(library.websiteId);
  return <BrandMark name={name} logo={logo} href={href} />;
}

function AccountMenu({ staff }: { readonly staff: StaffPrincipal }): VNode {
  return (
    <details class="account">
      <summary title={staff.name}>{staff.name}</summary>
      <ul>
        <li>
          <a href={LIBRARIES}>All libraries</a>
        </li>
        <li>
          <a href={ACCOUNT}>Your account</a>
        </li>
        <li>
          <form method="post" action={`${CONSOLE}/sign-out`}>
            <button type="submit">Sign out</button>
          </form>
        </li>
      </ul>
    </details>
  );
}

/** The other pages of the service, for developers and for patrons. */
function ElsewhereLinks({ frame: { library, hasShelf } }: { readonly frame: Frame }): VNode {
  return (
    <ul>
      <li>
        <a href="/docs">For developers</a>
      </li>
      {hasShelf && (
        <li>
          <a href={withQuery('/shelf', { library: library?.websiteId })}>The shelf, for patrons</a>
        </li>
      )}
    </ul>
  );
}
