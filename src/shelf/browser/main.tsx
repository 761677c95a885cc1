import { render } from 'preact';
import { leaveOutIfMissing } from '../../platform/html/brand-mark.js';
import { type FirstFrame, FRAME_COOKIE, writeRemembered } from '../frame/remembered.js';
import { App } from './app.js';
import { keepDraft } from './session/drafts.js';
import { sandboxIn } from './drawer/sandbox.js';
import { leaveDevice } from './session/device.js';
import { watchLanguage } from './session/language.js';
import { setCookie } from './session/cookies.js';
import { forgetSession, type Session, storedSession, storeSession } from './session/session.js';
import { sentenceFor } from './refusals.js';
import { showProblem, signOut, watchForms } from './session/sign-in.js';
import { joinTabs } from './session/tabs.js';
import type { Catalog, DrawerWords } from '../words/catalog.js';
import { movedAddress } from './views.js';
import { speak } from './words/say.js';

/** Starts the page: with the forms to sign in, or with the shelf of a patron who has done so in this tab. */

function element<Kind extends HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no ${id}.`);
  return found as Kind;
}

/** The page says which language it is in, and has the address of the texts. */
const { lang, dir } = document.documentElement;
const words = element<HTMLScriptElement>('words');
const { catalog } = (await import(words.src)) as { readonly catalog: Catalog };
if (words.dataset.drawer)
  Object.assign(catalog.sentences, ((await import(words.dataset.drawer)) as { drawer: DrawerWords }).drawer);
speak(catalog, lang, dir === 'rtl');

// The addresses in the page are seen from where it was loaded, and the page is about to have others.
for (const form of document.querySelectorAll<HTMLFormElement>('form[action]'))
  form.setAttribute('action', form.action);
for (const link of document.querySelectorAll<HTMLLinkElement>('[rel=icon], #docs'))
  link.setAttribute('href', link.href);
const moved = movedAddress(import.meta.url, location.href);
if (moved !== undefined) history.replaceState(null, '', moved);

const welcome = element('welcome');
leaveOutIfMissing(welcome.querySelector<HTMLImageElement>('.logo'));
const shelf = element('shelf');
const card = element<HTMLFormElement>('sign-in');
const token = (document.getElementById('use-token') as HTMLFormElement | null) ?? undefined;
const ownAddresses = (shelf.dataset.ownAddresses ?? '').split(' ');
/** Absent where the page came without a frame. */
const first = JSON.parse(shelf.dataset.frame ?? 'null') as FirstFrame | null;
/** The script lies in a folder of the service's base address: the shelf's. */
const base = new URL('..', import.meta.url).href.slice(0, -1);
const sandbox = sandboxIn(document);

/** @param isNew the patron has just signed in, and goes on from there */
function open(session: Session, isNew: boolean): void {
  storeSession(session);
  // A page has one main part.
  welcome.remove();
  render(
    <App
      token={session.token}
      isNew={isNew}
      ownAddresses={ownAddresses}
      base={base}
      first={first ?? { loans: 0, holds: 0 }}
      sandbox={sandbox}
      onRead={({ patron: { websiteId, patronId }, loans, holds }) => {
        void leaveDevice(undefined, patronId);
        const shown = { websiteId, loans: loans.checkouts.length, holds: holds.holds.length };
        setCookie(import.meta.url, FRAME_COOKIE, writeRemembered(shown));
      }}
      onSignOut={(reason = '') => {
        // A late answer to somebody who was signed in before.
        if (storedSession()?.token !== session.token) return;
        if (reason === '') void leaveDevice(session.token).then(() => signOut(element('sign-out'), session));
        tabs.signedOut(session, reason && sentenceFor({ status: 401, code: 'Unauthorized' }));
        close(session, reason);
      }}
    />,
    shelf,
  );
}

/** Also where the page came with a frame, for a session that is over. */
function showWelcome(): void {
  setCookie(import.meta.url, FRAME_COOKIE, '', 0);
  render(null, shelf);
  shelf.replaceChildren();
  welcome.hidden = false;
  shelf.before(welcome);
}

function close(session: Session, reason: string): void {
  forgetSession();
  keepDraft(reason !== '');
  showWelcome();
  const form = session.isByCard ? card : (token ?? card);
  showProblem(form, reason);
  form.querySelector<HTMLElement>('input:not([type=hidden])')?.focus();
}

const tabs = joinTabs(`shelf ${base}`, {
  session: storedSession,
  onSignedIn: (session) => open(session, false),
  onSignedOut: (reason) => {
    const session = storedSession();
    if (session !== undefined) close(session, reason);
  },
});

watchLanguage(document.getElementById('language'), import.meta.url);
element('needs-script').remove();
for (const each of document.querySelectorAll<HTMLButtonElement | HTMLInputElement>(':disabled'))
  each.disabled = false;
watchForms({ card, token }, (session) => {
  open(session, true);
  tabs.signedIn(session);
});
const stored = storedSession();
if (stored === undefined) showWelcome();
else open(stored, false);
