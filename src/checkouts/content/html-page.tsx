import type { Response } from 'express';
import type { VNode } from 'preact';
import type { ErrorPage } from '../../http/errors/error-pages.js';
import type { ErrorRecord } from '../../http/errors/error.representation.js';
import { COLUMN_STYLE, ColumnPage, styleSource } from '../../platform/html/column-page.js';
import { Document, renderDocument } from '../../platform/html/document.js';

/** A page as HTML, without scripts or styles; it loads nothing. */
export function htmlPage(title: string, main: VNode): string {
  return renderDocument(
    <Document title={title} description={title}>
      <main>{main}</main>
    </Document>,
  );
}

export interface PagePolicy {
  /** The sources of its styles and pictures, as the policy has them; undefined: it has none. */
  readonly sources?: string;
  /** Where its forms, and redirects after them, may lead. */
  readonly formAction?: string;
  /** The sites that may show it in a frame. */
  readonly frameOrigins?: readonly string[];
}

function contentSecurityPolicy({
  sources,
  formAction = "'none'",
  frameOrigins = [],
}: PagePolicy = {}): string {
  const frames = frameOrigins.length === 0 ? "'none'" : frameOrigins.join(' ');
  const loads = sources === undefined ? '' : `${sources}; `;
  return `default-src 'none'; ${loads}base-uri 'none'; form-action ${formAction}; frame-ancestors ${frames}`;
}

export function sendPage(response: Response, html: string, policy: PagePolicy): void {
  response.set('Content-Security-Policy', contentSecurityPolicy(policy));
  // This header knows no list of sites, and would contradict the policy.
  if (policy.frameOrigins?.length) response.removeHeader('X-Frame-Options');
  response.type('text/html').send(html);
}

/** Tells the reader why the content cannot be opened. */
export function contentErrorPage({ errorCode, message, token }: ErrorRecord): ErrorPage {
  const [title, text] =
    errorCode === 'NotFound'
      ? ['This link has ended', 'Links to titles are good for a few minutes.']
      : ['This title cannot be opened', message];
  const page = (
    <ColumnPage title={title} description={text}>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>Go back to your library’s site, and open the title from your loans again.</p>
      <p class="soft">
        If you ask your library about it, name this number: <code>{token}</code>
      </p>
    </ColumnPage>
  );
  return {
    mediaType: 'text/html; charset=utf-8',
    text: renderDocument(page),
    headers: { 'Content-Security-Policy': ERROR_POLICY, 'Referrer-Policy': 'no-referrer' },
  };
}

const ERROR_POLICY = `default-src 'none'; ${styleSource(COLUMN_STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
