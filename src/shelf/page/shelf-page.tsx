import type { VNode } from 'preact';
import { BrandMark } from '../../platform/html/brand-mark.js';
import { styleSource } from '../../platform/html/column-page.js';
import { Document, renderDocument } from '../../platform/html/document.js';
import { libraryStyle } from '../library-colors.js';
import { pageWords } from './page-words.js';
import { brandOf, libraryIn, onlyOf } from './page-libraries.js';
import { ShelfFrame } from './shelf-frame.js';
import type { PartProps, ShelfPage } from './page-parts.js';
import { SignIn } from './sign-in.js';

/** Covers may come from other hosts; everything else comes from the service, and the library's color with the page. */
function contentSecurityPolicy(colors: string | undefined): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    colors === undefined ? "style-src 'self'" : `${styleSource(colors)} 'self'`,
    "img-src 'self' data: https:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
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
  const { directory, script, words, style, icon, language } = page;
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
      <link rel="manifest" href={`${directory}app.webmanifest${page.query}`} />
      <link rel="stylesheet" href={`${directory}${style}`} />
      {colors && <style>{colors}</style>}
      {/* Loaded beside the script, which imports it. */}
      <script
        id="words"
        type="module"
        src={`${directory}${words}`}
        data-device={`./${page.device}`}
        data-drawer={page.sandbox && `./${page.drawer}`}
      />
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
      <ShelfFrame page={page} />
      <p id="needs-script" class="notice">
        {say.needsScript}
      </p>
      <form id="sign-out" action={`${directory}sign-out`} method="post" hidden />
      {page.sandbox && <Sandbox directory={directory} writesMails={page.sandbox.writesMails} />}
    </Document>,
  );
  return { html, headers: { 'Content-Security-Policy': contentSecurityPolicy(colors) } };
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
