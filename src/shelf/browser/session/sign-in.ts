import { textsIn } from '../form-texts.js';
import { errorOf, parsed } from '../http/api-client.js';
import type { Session } from './session.js';

/** The forms to sign in with, as the page's HTML has them. */
export interface SignInForms {
  readonly card: HTMLFormElement;
  readonly token: HTMLFormElement;
}

export function watchForms({ card, token }: SignInForms, onSession: (session: Session) => void): void {
  onSubmit(card, async () => {
    const given = await tokenFor(card);
    card.reset();
    onSession({ token: given, isByCard: true });
  });
  onSubmit(token, () => {
    const given = (textsIn(token).token ?? '').trim();
    token.reset();
    onSession({ token: given, isByCard: false });
  });
  for (const button of document.querySelectorAll<HTMLElement>('[data-card-number]'))
    button.addEventListener('click', () => fillIn(card, button.dataset));
}

/** Ends the token of a session that began with a card. It ends by itself if this fails. */
export async function signOut(form: HTMLFormElement, { token, isByCard }: Session): Promise<void> {
  if (!isByCard) return;
  const headers = { Authorization: `Bearer ${token}` };
  await fetch(form.action, { method: 'POST', headers }).catch(() => undefined);
}

async function tokenFor(form: HTMLFormElement): Promise<string> {
  const body = new URLSearchParams(textsIn(form));
  const response = await fetch(form.action, { method: 'POST', body });
  const answer = parsed(await response.text());
  if (!response.ok) throw errorOf(response.status, answer);
  return (answer as { token: string }).token;
}

function onSubmit(form: HTMLFormElement, submit: () => Promise<void> | void): void {
  const problem = form.querySelector('.problem');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const show = (text: string): void => void (problem && (problem.textContent = text));
    show('');
    Promise.resolve()
      .then(submit)
      .catch((error: unknown) => {
        show(
          error instanceof TypeError || !(error instanceof Error)
            ? 'The service does not answer.'
            : error.message,
        );
        form.querySelector<HTMLElement>('input[type=password]')?.focus();
      });
  });
}

function fillIn(form: HTMLFormElement, values: DOMStringMap): void {
  for (const [name, value] of Object.entries(values)) {
    const input = form.elements.namedItem(name);
    if (input instanceof HTMLInputElement || input instanceof HTMLSelectElement) input.value = value ?? '';
  }
  form.querySelector('button')?.focus();
}
