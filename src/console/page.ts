import type { Response } from 'express';
import type { VNode } from 'preact';
import { renderDocument } from '../platform/html/document.js';
import { leaveMessage } from './message.js';

/** Pages run no script, load nothing from elsewhere, and send forms only to this service (decision 52). */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'same-origin',
};

export const HTML = 'text/html; charset=utf-8';

/** Where a tag has an address from the root on. The renderer writes no quotation marks but around the values of attributes. */
const ROOT = /(?<= (?:href|src|action)=")(?=\/)/g;

/** @param prefix of PUBLIC_URL: addresses on the page begin with it */
export function renderPage(page: VNode, prefix: string): string {
  const html = renderDocument(page);
  return prefix === '' ? html : html.replaceAll(ROOT, prefix);
}

export function sendPage(response: Response, page: VNode): void {
  response
    .set(PAGE_HEADERS)
    .set('Content-Type', HTML)
    .send(renderPage(page, prefixOf(response)));
}

/** After a form was sent: the page at `address` follows, so that reloading it does not send the form again. */
export function redirectTo(response: Response, address: string, message?: string): void {
  if (message !== undefined) leaveMessage(response, message);
  response.redirect(303, `${prefixOf(response)}${address}`);
}

/** What the application has set: pages are sent by many controllers, which need not know it. */
function prefixOf({ app }: Response): string {
  return (app.locals as { readonly pathPrefix: string }).pathPrefix;
}
