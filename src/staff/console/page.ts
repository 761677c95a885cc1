import type { HttpStatus } from '@nestjs/common';
import type { Response } from 'express';
import type { VNode } from 'preact';
import type { Library } from '../../platform/database/libraries.store.js';
import { styleSource } from '../../platform/html/column-page.js';
import { renderDocument } from '../../platform/html/document.js';
import { libraryStyle } from '../../shelf/library-colors.js';
import { frameOf } from './frame.js';
import { leaveMessage } from './message.js';

/** A library's logo and color. */
type LibraryLook = Partial<Pick<Library, 'logo' | 'color'>>;

/** Pages run no script, load nothing from other hosts but the library's logo, allow no framing, and send forms only to this service (decision 15). */
export function pageHeaders(look?: LibraryLook): Readonly<Record<string, string>> {
  const { logo = null, color = null } = look ?? {};
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "frame-src 'self'",
      color === null ? "style-src 'self'" : `${styleSource(libraryStyle(color))} 'self'`,
      `img-src 'self' data:${logo === null ? '' : ' https:'}`,
      // Audits request robots.txt from within the page.
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'same-origin',
  };
}

export const HTML = 'text/html; charset=utf-8';

/** Matches before addresses that begin at the root. The renderer only writes quotation marks around the values of attributes. */
const ROOT = /(?<= (?:href|src|action)=")(?=\/)/g;

/** @param prefix of PUBLIC_URL, which is put before addresses on the page */
export function renderPage(page: VNode, prefix: string): string {
  const html = renderDocument(page);
  return prefix === '' ? html : html.replaceAll(ROOT, prefix);
}

/** A handler's answer: a page, perhaps with a status, another page's address, or a file. */
export type PageAnswer = VNode | PageWithStatus | Redirect | FileAnswer;

export class PageWithStatus {
  constructor(
    readonly status: HttpStatus,
    readonly page: VNode,
  ) {}
}

/** A file that the browser saves. */
export class FileAnswer {
  constructor(
    readonly name: string,
    /** Such as `text/csv`. */
    readonly mediaType: string,
    readonly content: string,
  ) {}
}

/** Follows a form: the page at `address` is loaded, so that reloading it does not send the form again. */
export class Redirect {
  constructor(
    readonly address: string,
    /** Shown there once. */
    readonly message?: string,
    /** 307: the form is sent there, too. */
    readonly status: 303 | 307 = 303,
  ) {}
}

/** Sets the status and the headers of `answer`. @returns its body */
export function writeHead(response: Response, answer: PageAnswer): string {
  const prefix = prefixOf(response);
  if (answer instanceof Redirect) {
    if (answer.message !== undefined) leaveMessage(response, answer.message);
    response.status(answer.status).location(`${prefix}${answer.address}`);
    return '';
  }
  if (answer instanceof FileAnswer) {
    response.attachment(answer.name).type(answer.mediaType);
    return answer.content;
  }
  const { status, page } = answer instanceof PageWithStatus ? answer : { status: 200, page: answer };
  response
    .status(status)
    .set(pageHeaders(frameOf(response)?.library))
    .set('Content-Type', HTML);
  return renderPage(page, prefix);
}

/** A page that the console shows in a frame, and nobody else. */
export function sendInFrame(response: Response, page: VNode, look: LibraryLook): void {
  const headers = pageHeaders(look);
  const policy = headers['Content-Security-Policy']?.replace(
    "frame-ancestors 'none'",
    "frame-ancestors 'self'",
  );
  response
    .set({
      ...headers,
      'Content-Security-Policy': policy,
      'X-Frame-Options': 'sameorigin',
      'Content-Type': HTML,
    })
    .send(renderPage(page, prefixOf(response)));
}

/** What the application has set: pages are sent by many controllers, which need not know it. */
function prefixOf({ app }: Response): string {
  return (app.locals as { readonly pathPrefix: string }).pathPrefix;
}
