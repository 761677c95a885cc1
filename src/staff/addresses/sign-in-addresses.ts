import { CONSOLE, withQuery } from './addresses.js';

export const SIGN_IN = `${CONSOLE}/sign-in`;
/** After a sign-out, where the identity provider may still have a session. */
export const SIGNED_OUT = `${SIGN_IN}?ended=here`;
/** One's own password and sessions. */
export const ACCOUNT = `${CONSOLE}/account`;
/** Leads to the identity provider. */
export const PROVIDER = `${SIGN_IN}/provider`;
/** Where the identity provider sends the browser back. */
export const CALLBACK = `${SIGN_IN}/callback`;

/** The page to sign in that keeps a form which was sent after the session had ended. */
const SIGN_IN_AGAIN = `${SIGN_IN}/again`;

/** The path of the public address, which a proxy takes away; empty where there is none. */
export function pathPrefix(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '');
}

/** A path as browsers reach it. */
function publicPath(publicUrl: string, path: string): string {
  return `${pathPrefix(publicUrl)}${path}`;
}

/** How the page to sign in is told why it is shown: a session has ended, and with it, maybe, a form was not accepted. */
export type EndedSession = 'session' | 'form';

/**
 * @param to where to go on after signing in
 * @param ended undefined if the browser had no session
 */
export function signInAddress(publicUrl: string, to: string | undefined, ended?: EndedSession): string {
  return publicPath(publicUrl, withQuery(SIGN_IN, { to: unlessFirst(to), ended }));
}

/** @param to where to go on after the change of a password that somebody else has seen */
export function accountAddress(publicUrl: string, to: string): string {
  return publicPath(publicUrl, withQuery(ACCOUNT, { to: unlessFirst(to) }));
}

function unlessFirst(to: string | undefined): string | undefined {
  return to === CONSOLE ? undefined : to;
}

/**
 * Where a browser is to send a form once more that came after the end of its session.
 * @param action where the form was sent
 * @param to the page of the form
 */
export function signInAgainAddress(publicUrl: string, action: string, to: string | undefined): string {
  return publicPath(publicUrl, withQuery(SIGN_IN_AGAIN, { action, to }));
}

/** The page of the console whose form was sent, as the browser names it; undefined for any other page. */
export function pageOfForm(publicUrl: string, referer: string | undefined): string | undefined {
  if (referer === undefined || !URL.canParse(referer)) return undefined;
  const { pathname, search } = new URL(referer);
  const prefix = pathPrefix(publicUrl);
  if (!pathname.startsWith(`${prefix}${CONSOLE}/`)) return undefined;
  return `${pathname.slice(prefix.length)}${search}`;
}

/** `to` if it is a page of the console, and otherwise the first page: a link of ours must lead nowhere else. */
export function addressAfterSignIn(to: string | undefined): string {
  if (to === undefined || !/^\/console(?:[/?][!-~]*)?$/.test(to)) return CONSOLE;
  // What dots in the path lead to.
  const { pathname, search } = new URL(to, 'http://console.invalid');
  return /^\/console(?:\/|$)/.test(pathname) && !pathname.startsWith(SIGN_IN)
    ? `${pathname}${search}`
    : CONSOLE;
}

/** In the query of a page's address: the form that comes with it is shown there, and not sent. */
export const FORM_AGAIN = 'form-again';

/** The page of a form that came after the session had ended. Browsers send it there with their sign-in. */
export function pageWithFormAgain(to: string | undefined): string {
  const address = addressAfterSignIn(to);
  return `${address}${address.includes('?') ? '&' : '?'}${FORM_AGAIN}=yes`;
}
