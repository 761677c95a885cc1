import type { ComponentChildren, VNode } from 'preact';
import type { DemoCard } from './demo-cards.js';
import type { NamedLibrary } from '../platform/database/libraries.store.js';
import { Document, renderDocument } from '../platform/html/document.js';

/** Covers may come from other hosts; everything else comes from the service. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface ShelfPage {
  /** The address of the shelf's files and forms, as seen from the page. */
  readonly directory: string;
  /** Names of files in `directory`. */
  readonly script: string;
  /** The texts that the script shows, in the page's language. */
  readonly words: string;
  readonly style: string;
  readonly icon: string;
  /** Base addresses in the service's answers: the page reaches them where it came from. */
  readonly ownAddresses: readonly string[];
  readonly libraries: readonly NamedLibrary[];
  /** Only in a sandbox on one's own machine; undefined elsewhere. */
  readonly sandbox: { readonly cards: readonly DemoCard[]; readonly writesMails: boolean } | undefined;
}

/**
 * The page as it is before its script runs. The script has no addresses of its own but the one of the patron information:
 * the forms here say where a patron signs in and out.
 */
export function shelfPage(page: ShelfPage): string {
  const { directory, script, words, style, icon, ownAddresses } = page;
  const head = (
    <>
      <link rel="icon" type="image/svg+xml" href={`${directory}${icon}`} />
      <link rel="stylesheet" href={`${directory}${style}`} />
      {/* Loaded beside the script, which imports it. */}
      <script id="words" type="module" src={`${directory}${words}`} />
      <script type="module" src={`${directory}${script}`} />
    </>
  );
  return renderDocument(
    <Document title="My shelf" head={head}>
      <div id="welcome">
        <header class="bar">
          <h1>My shelf</h1>
        </header>
        <main>
          <p id="needs-script" class="notice">
            The shelf needs JavaScript, and its script has not run. Your library’s own catalog or a reading
            app can show your holds and loans instead.
          </p>
          <div id="sign-in-forms" hidden>
            <SignIn {...page} />
          </div>
        </main>
      </div>
      <div id="shelf" data-own-addresses={ownAddresses.join(' ')} />
      <form id="sign-out" action={`${directory}sign-out`} method="post" hidden />
      {page.sandbox && <Sandbox directory={directory} writesMails={page.sandbox.writesMails} />}
    </Document>,
  );
}

function SignIn({ directory, libraries, sandbox }: ShelfPage): VNode {
  return (
    <div class="columns">
      <section aria-labelledby="by-card">
        <h2 id="by-card">Sign in with your library card</h2>
        <form id="sign-in" action={`${directory}sign-in`} method="post" class="form">
          <LibraryField libraries={libraries} />
          <Field label="Card number">
            <input name="cardNumber" required autocomplete="username" />
          </Field>
          <Field label="PIN">
            <input name="pin" type="password" autocomplete="current-password" />
          </Field>
          <p class="problem" role="alert" />
          <button class="primary">Sign in</button>
        </form>
        {sandbox !== undefined && sandbox.cards.length > 0 && <DemoCards cards={sandbox.cards} />}
      </section>
      <section aria-labelledby="by-token">
        <h2 id="by-token">Or with a token</h2>
        <p class="quiet">
          For whoever builds a client: a patron’s bearer token. It stays in this tab.{' '}
          <a id="docs" href={directory === './' ? '../docs' : 'docs'}>
            Read about every operation
          </a>
        </p>
        <form id="use-token" class="form">
          <Field label="Token">
            <input name="token" type="password" required autocomplete="off" />
          </Field>
          <p class="problem" role="alert" />
          <button>Use this token</button>
        </form>
      </section>
    </div>
  );
}

function LibraryField({ libraries }: Pick<ShelfPage, 'libraries'>): VNode {
  const [only, ...others] = libraries;
  if (only !== undefined && others.length === 0)
    return (
      <p>
        {only.name}
        <input type="hidden" name="websiteId" value={only.websiteId} />
      </p>
    );
  return (
    <Field label="Library">
      <select name="websiteId" required>
        {libraries.map(({ websiteId, name }) => (
          <option key={websiteId} value={websiteId}>
            {name}
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

function DemoCards({ cards }: { readonly cards: readonly DemoCard[] }): VNode {
  return (
    <div class="notice">
      <h3>Cards of the demo library</h3>
      <ul class="plain">
        {cards.map(({ websiteId, cardNumber, pin }) => (
          <li key={cardNumber}>
            <button type="button" data-website-id={websiteId} data-card-number={cardNumber} data-pin={pin}>
              {cardNumber}, PIN {pin}
            </button>
          </li>
        ))}
      </ul>
    </div>
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
