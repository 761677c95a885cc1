import type { Request } from 'express';
import type { ErrorPage } from '../../http/errors/error-pages.js';
import type { ErrorRecord } from '../../http/errors/error.representation.js';
import { Document, renderDocument } from '../../platform/html/document.js';
import { pageLanguage, wantedLanguages } from './page-language.js';
import { pageWords } from './page-words.js';
import { CONTENT_SECURITY_POLICY, type PageFiles } from './shelf-page.js';
import { directoryFrom } from '../views.js';

/** What a patron may try again. Anything else is an address that leads nowhere. */
const PASSING: readonly string[] = ['ServiceUnavailable', 'TooManyRequests', 'InternalServerError'];

/** An error in place of the page, in the patron's language. It asks the database nothing: that may be what is away. */
export function shelfErrorPage(
  { errorCode, token }: ErrorRecord,
  request: Request,
  { style, icon }: Pick<PageFiles, 'style' | 'icon'>,
): ErrorPage {
  const { lang } = request.query;
  const language = pageLanguage(wantedLanguages(request, typeof lang === 'string' ? lang : undefined), []);
  const say = pageWords(language.code);
  const directory = directoryFrom(request.path);
  const [title, text] = PASSING.includes(errorCode)
    ? [say.notNow, say.tryAgain]
    : [say.noSuchPage, say.aboutNoSuchPage];
  const head = (
    <>
      <link rel="icon" type="image/svg+xml" href={`${directory}${icon}`} />
      <link rel="stylesheet" href={`${directory}${style}`} />
    </>
  );
  const page = (
    <Document title={title} lang={language.tag} dir={language.direction} head={head}>
      <main>
        <h1>{title}</h1>
        <p>{text}</p>
        <p>
          <a href={directory}>{say.toShelf}</a>
        </p>
        <p class="quiet">
          <code>{token}</code>
        </p>
      </main>
    </Document>
  );
  return {
    mediaType: 'text/html; charset=utf-8',
    text: renderDocument(page),
    headers: {
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      'Referrer-Policy': 'no-referrer',
      Vary: 'Accept, Accept-Language, Cookie',
    },
  };
}
