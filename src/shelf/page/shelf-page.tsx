import type { ComponentChildren, VNode } from 'preact';
import { BrandMark, type BrandMarkProps } from '../frame/brand-mark.js';
import type { DemoCard } from '../demo-cards.js';
import { styleSource } from '../../platform/html/column-page.js';
import { Document, renderDocument } from '../../platform/html/document.js';
import type { ShelfLibrary } from '../libraries.store.js';
import { libraryStyle } from '../library-colors.js';
import { Masthead, type Say, SearchBox } from '../frame/masthead.js';
import { type FirstFrame, firstViewOf, type Remembered } from '../frame/remembered.js';
import { AwaitedView } from '../frame/skeletons.js';
import type { View } from '../views.js';
import { catalogOf } from './catalogs.js';
import type { PageLanguage } from './page-language.js';
import { type PageWords, pageWords } from './page-words.js';

/** Covers may come from other hosts; everything else comes from the service, and the library's color with the page. */
function contentSecurityPolicy(colors: string | undefined): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    colors === undefined ? "style-src 'self'" : `${styleSource(colors)} 'self'`,
    "img-src 'self' https:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Names of files in the shelf's directory. */
export interface PageFiles {
  readonly script: string;
  /** The texts that the script shows, in the page's language. */
  readonly words: string;
  readonly style: string;
  readonly icon: string;
}

export interface ShelfPage extends PageFiles {
  /** The address of the shelf's files and forms, as seen from the page. */
  readonly directory: string;
  readonly language: PageLanguage;
  /** That the address names; undefined for none. */
  readonly view: View | undefined;
  /** What stays in the addresses of views: "?" and more, or nothing. */
  readonly query: string;
  /** What it showed last, to a patron who is likely to be signed in still. */
  readonly remembered: Remembered | undefined;
  /** Base addresses in the service's answers: the page reaches them where it came from. */
  readonly ownAddresses: readonly string[];
  readonly libraries: readonly ShelfLibrary[];
  /** Only in a sandbox on one's own machine; undefined elsewhere. */
  readonly sandbox: { readonly cards: readonly DemoCard[]; readonly writesMails: boolean } | undefined;
}

/** The page, and the headers that are its own. */
export interface RenderedPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The page as it is before its script runs. The script has no addresses of its own but the one of the patron information:
 * the forms here say where a patron signs in and out.
 */
export function shelfPage(page: ShelfPage): RenderedPage {
  const { directory, script, words, style, icon, ownAddresses, language } = page;
  const say = pageWords(language.code);
  const only = onlyOf(page.libraries);
  const own = page.remembered ? libraryIn(page.libraries, page.remembered) : only;
  const color = own?.color ?? undefined;
  // So the page has it before its script runs.
  const colors = color && libraryStyle(color);
  const head = (
    <>
      {color && <meta name="theme-color" content={color} />}
      <meta name="description" content={say.aboutShelf} />
      <link rel="icon" type="image/svg+xml" href={`${directory}${icon}`} />
      <link rel="stylesheet" href={`${directory}${style}`} />
      {colors && <style>{colors}</style>}
      {/* Loaded beside the script, which imports it. */}
      <script id="words" type="module" src={`${directory}${words}`} />
      <script type="module" src={`${directory}${script}`} />
    </>
  );
  const html = renderDocument(
    <Document title={say.myShelf} lang={language.tag} dir={language.direction} head={head}>
      <div id="welcome" hidden={page.remembered !== undefined}>
        <header class="masthead">
          <div class="bar">
            <h1 class={only && 'for-readers'}>{say.myShelf}</h1>
            {only && <BrandMark {...brandOf(only)} />}
          </div>
        </header>
        <main>
          <SignIn page={page} say={say} />
        </main>
        <LanguageChoice page={page} say={say} />
      </div>
      <Shelf page={page} />
      <p id="needs-script" class="notice">
        {say.needsScript}
      </p>
      <form id="sign-out" action={`${directory}sign-out`} method="post" hidden />
      {page.sandbox && <Sandbox directory={directory} writesMails={page.sandbox.writesMails} />}
    </Document>,
  );
  return { html, headers: { 'Content-Security-Policy': contentSecurityPolicy(colors) } };
}

/** Where the script shows the shelf: its frame is there before. */
function Shelf({ page }: { readonly page: ShelfPage }): VNode {
  const { ownAddresses, remembered, libraries } = page;
  const addresses = { 'data-own-addresses': ownAddresses.join(' ') };
  if (remembered === undefined) return <div id="shelf" {...addresses} />;
  const library = libraryIn(libraries, remembered);
  const { loans, holds } = remembered;
  const frame = { loans, holds, brand: library && brandOf(library) };
  return (
    <div id="shelf" {...addresses} data-frame={JSON.stringify(frame)}>
      <Frame page={page} frame={frame} />
    </div>
  );
}

/** As the script shows it until everything is read. */
function Frame({ page, frame }: { readonly page: ShelfPage; readonly frame: FirstFrame }): VNode {
  const { language, directory, query } = page;
  const { sentences } = catalogOf(language.code);
  const say: Say = (name) => sentences[name];
  const view = page.view ?? firstViewOf(frame);
  const written = (count: number): string => (count > 0 ? count.toLocaleString(language.tag) : '');
  const linkTo = (to: View): object => ({
    href: directory + to + query,
    'aria-current': to === view ? 'page' : undefined,
  });
  return (
    <div class="page">
      <Masthead
        say={say}
        view={view}
        brand={frame.brand && <BrandMark {...frame.brand} />}
        linkTo={linkTo}
        counts={{ loans: written(frame.loans), holds: written(frame.holds) }}
      >
        <SearchBox say={say} id="search-form" />
      </Masthead>
      <p class="said" role="status" />
      <main>
        <AwaitedView say={say} view={view} frame={frame} />
      </main>
    </div>
  );
}

function libraryIn(libraries: readonly ShelfLibrary[], { websiteId }: Remembered): ShelfLibrary | undefined {
  return libraries.find((library) => library.websiteId === websiteId);
}

function brandOf({ ownName, homepage, logo }: ShelfLibrary): BrandMarkProps {
  return { name: ownName, homepage, logo };
}

interface PartProps {
  readonly page: ShelfPage;
  readonly say: PageWords;
}

function SignIn({ page: { directory, libraries, sandbox }, say }: PartProps): VNode {
  return (
    <div class="columns">
      <section aria-labelledby="by-card">
        <h2 id="by-card">{say.byCard}</h2>
        <form id="sign-in" action={`${directory}sign-in`} method="post" class="form">
          <LibraryField libraries={libraries} label={say.library} />
          <Field label={say.cardNumber}>
            <input name="cardNumber" required autocomplete="username" />
          </Field>
          <Field label={say.pin}>
            <input name="pin" type="password" autocomplete="current-password" />
          </Field>
          <p class="problem" role="alert" />
          {/* Without the script it would lead nowhere. */}
          <button class="primary" disabled>
            {say.signIn}
          </button>
        </form>
        {sandbox !== undefined && sandbox.cards.length > 0 && <DemoCards cards={sandbox.cards} say={say} />}
      </section>
      {sandbox && <TokenSection directory={directory} say={say} />}
    </div>
  );
}

/** For developers of clients, who see each of the page's requests. */
function TokenSection({ directory, say }: { readonly directory: string; readonly say: PageWords }): VNode {
  return (
    <section aria-labelledby="by-token">
      <h2 id="by-token">{say.byToken}</h2>
      <p class="quiet">
        {say.aboutToken}{' '}
        <a id="docs" href={`${directory}../docs`}>
          {say.allOperations}
        </a>
      </p>
      <form id="use-token" class="form">
        <Field label={say.token}>
          <input name="token" type="password" required autocomplete="off" />
        </Field>
        <p class="problem" role="alert" />
        <button disabled>{say.useToken}</button>
      </form>
    </section>
  );
}

/** The library, if its patrons alone sign in here. */
function onlyOf(libraries: readonly ShelfLibrary[]): ShelfLibrary | undefined {
  return libraries.length === 1 ? libraries[0] : undefined;
}

interface LibraryFieldProps {
  readonly libraries: readonly ShelfLibrary[];
  readonly label: string;
}

function LibraryField({ libraries, label }: LibraryFieldProps): VNode {
  const only = onlyOf(libraries);
  if (only !== undefined) return <input type="hidden" name="websiteId" value={only.websiteId} />;
  return (
    <Field label={label}>
      <select name="websiteId" required>
        {libraries.map(({ websiteId, ownName }) => (
          <option key={websiteId} value={websiteId}>
            {ownName}
          </option>
        ))}
      </select>
    </Field>
  );
}

function Field({ label, children }: { readonly label: string; readonly children: ComponentChildren }): VNode {
  return (
    <label class="field">
      <span>{label}</span>
      {children}
    </label>
  );
}

interface DemoCardsProps {
  readonly cards: readonly DemoCard[];
  readonly say: PageWords;
}

function DemoCards({ cards, say }: DemoCardsProps): VNode {
  return (
    <div class="notice">
      <h3>{say.demoCards}</h3>
      <ul class="plain">
        {cards.map(({ websiteId, cardNumber, pin }) => (
          <li key={cardNumber}>
            <button type="button" data-website-id={websiteId} data-card-number={cardNumber} data-pin={pin}>
              {`${cardNumber}, ${say.pin} ${pin}`}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Without the script the choice stands in the address. */
function LanguageChoice({ page: { language, libraries }, say }: PartProps): VNode | null {
  const { code, choices } = language;
  const only = onlyOf(libraries);
  if (choices.length === 1) return null;
  return (
    <footer>
      <form id="language" class="buttons" method="get">
        {only && <input type="hidden" name="library" value={only.websiteId} />}
        <label>
          {say.language}{' '}
          <select name="lang">
            {choices.map(([each, name]) => (
              <option key={each} value={each} lang={each} selected={each === code}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button>{say.changeLanguage}</button>
      </form>
    </footer>
  );
}

function Sandbox({
  directory,
  writesMails,
}: {
  readonly directory: string;
  readonly writesMails: boolean;
}): VNode {
  return (
    <>
      <form id="sandbox-clock" action={`${directory}sandbox/clock`} method="post" hidden />
      {writesMails && <form id="sandbox-mails" action={`${directory}sandbox/mails`} hidden />}
    </>
  );
}
