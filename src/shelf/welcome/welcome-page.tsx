import type { VNode } from 'preact';
import { type Brand, COLUMN_STYLE, ColumnPage, styleSource } from '../../platform/html/column-page.js';
import { renderDocument } from '../../platform/html/document.js';
import { styleIn } from '../library-colors.js';
import type { PageLanguage } from '../page/page-language.js';
import { pageWords } from '../page/page-words.js';
import type { RenderedPage } from '../page/shelf-page.js';
import type { Welcome } from './welcome-places.js';

const STYLE = `${COLUMN_STYLE}
dl { margin: 2rem 0; border-top: 1px solid var(--line); }
dt { padding-top: 0.8rem; font-size: 1.15rem; font-weight: 600; }
dd { margin: 0; padding-bottom: 0.8rem; border-bottom: 1px solid var(--line); color: var(--soft); }
.others { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; padding: 0; list-style: none; }
`;

/**
 * The page at the base address, for readers: those of the only library, where there is just one. Links are relative, so they work
 * whatever `PUBLIC_URL` is.
 * @param brand of the only library; undefined: there are several, or none
 */
export function welcomePage(
  { version, hasShelf, isSandbox }: Welcome,
  { code, tag, direction }: PageLanguage,
  brand: Brand | undefined,
): RenderedPage {
  const say = pageWords(code);
  const style = styleIn(brand?.color, STYLE);
  const help = brand?.help ?? brand?.homepage;
  const places: Place[] = [
    ...(hasShelf
      ? [
          { href: 'shelf', name: say.myShelf, about: say.aboutShelf },
          { href: 'shelf/search', name: say.searchCatalog, about: say.aboutSearch },
        ]
      : []),
    ...(help ? [{ href: help, name: say.help, about: say.aboutHelp }] : []),
  ];
  const html = renderDocument(
    <ColumnPage
      title={brand?.name ?? 'Holdfast'}
      description={say.aboutWelcome}
      lang={tag}
      dir={direction}
      style={style}
      brand={brand}
    >
      <h1>
        <bdi>{brand?.name ?? 'Holdfast'}</bdi>
      </h1>
      <p>{hasShelf ? say.aboutWelcome : say.holdsElsewhere}</p>
      {places.length > 0 && <dl>{places.map(describePlace)}</dl>}
      <ul class="others soft">
        {isSandbox && (
          <li>
            <a href="console">{say.forStaff}</a>
          </li>
        )}
        <li>
          <a href="docs">{say.forDevelopers}</a>
        </li>
        <li>Holdfast {version}</li>
      </ul>
    </ColumnPage>,
  );
  return { html, headers: { 'Content-Security-Policy': contentSecurityPolicy(style) } };
}

/** The page runs nothing, and loads nothing but the library's logo. Its style is allowed by hash. */
function contentSecurityPolicy(style: string): string {
  return [
    "default-src 'none'",
    styleSource(style),
    'img-src data: https:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

interface Place {
  readonly href: string;
  readonly name: string;
  readonly about: string;
}

function describePlace({ href, name, about }: Place): VNode {
  return (
    <>
      <dt>
        <a href={href}>{name}</a>
      </dt>
      <dd>{about}</dd>
    </>
  );
}
