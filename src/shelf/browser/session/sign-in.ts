import { textsIn } from '../form-texts.js';
import { ApiError, errorOf, parsed } from '../http/api-client.js';
import { say } from '../words/say.js';
import type { Session } from './session.js';

/** The forms to sign in with, as the page's HTML has them. */
export interface SignInForms {
  readonly card: HTMLFormElement;
  /** Only in a sandbox. */
  readonly token: HTMLFormElement | undefined;
}

export function watchForms({ card, token }: SignInForms, onSession: (session: Session) => void): void {
  // What one form was refused for says nothing about the other.
  const begin = (): void => [card, token].forEach((form) => showProblem(form, ''));
  onSubmit(card, begin, async () => {
    const given = await tokenFor(card);
    card.reset();
    onSession({ token: given, isByCard: true });
  });
  if (token !== undefined)
    onSubmit(token, begin, () => {
      const given = (textsIn(token).token ?? '').trim();
      token.reset();
      onSession({ token: given, isByCard: false });
    });
  const pin = card.querySelector<HTMLInputElement>('[name=pin]');
  const eye = document.getElementById('show-pin') as HTMLInputElement;
  const look = (): void => void (pin && (pin.type = eye.checked ? 'text' : 'password'));
  eye.addEventListener('change', look);
  // So that the next one at this machine does not see it, and the browser knows what it is.
  card.addEventListener('reset', () => setTimeout(look));
  for (const button of document.querySelectorAll<HTMLElement>('[data-card-number]'))
    button.addEventListener('click', () => {
      begin();
      fillIn(card, button.dataset);
    });
}

/** Says under a form why the patron is not signed in; '' for nothing. */
export function showProblem(form: HTMLFormElement | undefined, text: string): void {
  const problem = form?.querySelector('.problem');
  if (problem) problem.textContent = text;
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
  if (!response.ok) throw signInError(errorOf(response, answer));
  return (answer as { token: string }).token;
}

/** Somebody who signs in was not signed out, and has to know how long to wait. */
function signInError({ status, code, message, detail, retryAfterSeconds }: ApiError): ApiError {
  const minutes = Math.ceil((retryAfterSeconds ?? 0) / 60);
  const isTooOften = code === 'TooManyRequests' && minutes > 0;
  const words =
    status === 401 ? say('wrongCard') : isTooOften ? say('tooManyAttempts', { count: minutes }) : message;
  return new ApiError(status, code, words, detail, retryAfterSeconds);
}

function onSubmit(form: HTMLFormElement, begin: () => void, submit: () => Promise<void> | void): void {
  let isUnderWay = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // A second tap would count a wrong PIN twice, or leave a token that no sign-out ends.
    if (isUnderWay) return;
    isUnderWay = true;
    begin();
    Promise.resolve()
      .then(submit)
      .catch((error: unknown) => {
        showProblem(form, error instanceof ApiError ? error.message : say('noAnswer'));
        form.querySelector<HTMLElement>('[name=pin], [name=token]')?.focus();
      })
      .finally(() => (isUnderWay = false));
  });
}

function fillIn(form: HTMLFormElement, values: DOMStringMap): void {
  for (const [name, value] of Object.entries(values)) {
    const input = form.elements.namedItem(name);
    if (input instanceof HTMLInputElement || input instanceof HTMLSelectElement) input.value = value ?? '';
  }
  form.querySelector('button')?.focus();
}
