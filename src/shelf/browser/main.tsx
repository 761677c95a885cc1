import { render } from 'preact';
import { App } from './app.js';
import { sandboxIn } from './drawer/sandbox.js';
import { forgetSession, type Session, storedSession, storeSession } from './session/session.js';
import { showProblem, signOut, watchForms } from './session/sign-in.js';

/** Starts the page: with the forms to sign in, or with the shelf of a patron who has done so in this tab. */

function element<Kind extends HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no ${id}.`);
  return found as Kind;
}

const welcome = element('welcome');
const shelf = element('shelf');
const card = element<HTMLFormElement>('sign-in');
const token = element<HTMLFormElement>('use-token');
const ownAddresses = (shelf.dataset.ownAddresses ?? '').split(' ');
/** Where every operation is described. */
const docs = element<HTMLAnchorElement>('docs').href;
/** The script lies in a folder of the service's base address. */
const base = new URL('..', import.meta.url).href.slice(0, -1);
const sandbox = sandboxIn(document);

function open(session: Session): void {
  storeSession(session);
  welcome.hidden = true;
  const onSignOut = (reason?: string): void => close(session, reason);
  render(
    <App
      token={session.token}
      ownAddresses={ownAddresses}
      base={base}
      docs={docs}
      sandbox={sandbox}
      onSignOut={onSignOut}
    />,
    shelf,
  );
}

function close(session: Session, reason = ''): void {
  forgetSession();
  if (reason === '') void signOut(element('sign-out'), session);
  render(null, shelf);
  welcome.hidden = false;
  const form = session.isByCard ? card : token;
  showProblem(form, reason);
  form.querySelector<HTMLElement>('input:not([type=hidden])')?.focus();
}

element('needs-script').hidden = true;
element('sign-in-forms').hidden = false;
watchForms({ card, token }, open);
const stored = storedSession();
if (stored !== undefined) open(stored);
