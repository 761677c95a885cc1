import { CONSOLE, withQuery } from './addresses.js';

export const SIGN_IN = `${CONSOLE}/sign-in`;
/** Shown after a sign-out if the identity provider may still have a session. */
export const SIGNED_OUT = `${SIGN_IN}?ended=here`;
/** One's own password and sessions. */
export const ACCOUNT = `${CONSOLE}/account`;
/** Leads to the identity provider. */
export const PROVIDER = `${SIGN_IN}/provider`;
/** The identity provider sends the browser back here. */
export const CALLBACK = `${SIGN_IN}/callback`;

/** The sign-in page that keeps a form sent after the session had ended. */
const SIGN_IN_AGAIN = `${SIGN_IN}/again`;

/** The path of the public address, which a proxy removes; empty if there is none. */
export function pathPrefix(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '');
}

/** A path as browsers request it. */
function publicPath(publicUrl: string, path: string): string {
  return `${pathPrefix(publicUrl)}${path}`;
}

/** Why the sign-in page is shown: a session has ended, perhaps before a form was sent. */
export type EndedSession = 'session' | 'form';

/**
 * @param to the page to show after signing in
 * @param ended undefined if the browser had no session
 */
export function signInAddress(publicUrl: string, to: string | undefined, ended?: EndedSession): string {
  return publicPath(publicUrl, withQuery(SIGN_IN, { to: unlessFirst(to), ended }));
}

/** @param to the page to show after a password that somebody else has seen was changed */
export function accountAddress(publicUrl: string, to: string): string {
  return publicPath(publicUrl, withQuery(ACCOUNT, { to: unlessFirst(to) }));
}

function unlessFirst(to: string | undefined): string | undefined {
  return to === CONSOLE ? undefined : to;
}

/**
 * The address to which a browser sends a form again that came after the end of its session.
 * @param action the form's first address
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

/** `to` if it is a page of the console, and otherwise the first page: our links must lead nowhere else. */
export function addressAfterSignIn(to: string | undefined): string {
  if (to === undefined || !/^\/console(?:[/?][!-~]*)?$/.test(to)) return CONSOLE;
  // Resolves dots in the path.
  const { pathname, search } = new URL(to, 'http://console.invalid');
  return /^\/console(?:\/|$)/.test(pathname) && !pathname.startsWith(SIGN_IN)
    ? `${pathname}${search}`
    : CONSOLE;
}

/** The query parameter of a page that shows the form sent with it, instead of accepting it. */
export const FORM_AGAIN = 'form-again';

/** The page of a form that came after the session had ended. Browsers send the form there with their sign-in. */
export function pageWithFormAgain(to: string | undefined): string {
  const address = addressAfterSignIn(to);
  return `${address}${address.includes('?') ? '&' : '?'}${FORM_AGAIN}=yes`;
}
