import type { Request } from 'express';
import type { ErrorPage } from '../../http/errors/error-pages.js';
import type { ErrorRecord } from '../../http/errors/error.representation.js';
import { type Brand, COLUMN_STYLE, ColumnPage, styleSource } from '../../platform/html/column-page.js';
import { renderDocument } from '../../platform/html/document.js';
import { styleIn } from '../library-colors.js';
import { pageLanguage, wantedLanguages } from './page-language.js';
import { pageWords } from './page-words.js';
import { directoryFrom } from '../views.js';

/** What a patron may try again. Anything else is an address that leads nowhere. */
const PASSING: readonly string[] = ['ServiceUnavailable', 'TooManyRequests', 'InternalServerError'];

/** The library's logo may come from elsewhere. */
const policy = (style: string): string =>
  [
    "default-src 'none'",
    styleSource(style),
    "img-src 'self' data: https:",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

interface ShelfError {
  /** The name of its file. */
  readonly icon: string;
  /** That the address names. */
  readonly websiteId: number | undefined;
  /** Undefined: it is not known which library the patron's is. */
  readonly brand: Brand | undefined;
}

/** An error in place of the page, in the patron's language. It asks the database nothing: that may be what is away. */
export function shelfErrorPage(
  error: ErrorRecord,
  request: Request,
  { icon, websiteId, brand }: ShelfError,
): ErrorPage {
  const directory = directoryFrom(request.path);
  const href = websiteId === undefined ? directory : `${directory}?library=${websiteId}`;
  return errorPage(error, request, { icon: `${directory}${icon}`, brand, href, way: 'toShelf' });
}

interface UnknownAddress extends Pick<ShelfError, 'brand'> {
  /** The address of the first page. */
  readonly start: string;
}

/** The same at an address that is nowhere. */
export function unknownAddressPage(
  error: ErrorRecord,
  request: Request,
  { start, brand }: UnknownAddress,
): ErrorPage {
  return errorPage(error, request, { brand, href: start, way: 'toStart' });
}

interface Surroundings extends Pick<ShelfError, 'brand'> {
  /** Its address. */
  readonly icon?: string;
  /** The way out. */
  readonly href: string;
  readonly way: 'toShelf' | 'toStart';
}

function errorPage(
  { errorCode, token }: ErrorRecord,
  request: Request,
  { href, way, ...shown }: Surroundings,
): ErrorPage {
  const { lang } = request.query;
  const language = pageLanguage(wantedLanguages(request, typeof lang === 'string' ? lang : undefined), []);
  const say = pageWords(language.code);
  const [title, text] = PASSING.includes(errorCode)
    ? [say.notNow, say.tryAgain]
    : [say.noSuchPage, say.aboutNoSuchPage];
  const { tag, direction } = language;
  const style = styleIn(shown.brand?.color, COLUMN_STYLE);
  const page = (
    <ColumnPage title={title} description={text} lang={tag} dir={direction} style={style} {...shown}>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <a href={href}>{say[way]}</a>
      </p>
      <p class="soft">
        {say.askWithNumber} <code>{token}</code>
      </p>
    </ColumnPage>
  );
  return {
    mediaType: 'text/html; charset=utf-8',
    text: renderDocument(page),
    headers: {
      'Content-Security-Policy': policy(style),
      'Referrer-Policy': 'no-referrer',
      Vary: 'Accept, Accept-Language, Cookie',
    },
  };
}
