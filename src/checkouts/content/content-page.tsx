import { hash } from 'node:crypto';
import type { VNode } from 'preact';
import { directionOf, type LanguageCode } from '../../domain/languages.js';
import { formatName } from '../../domain/titles/format.js';
import { Document, renderDocument } from '../../platform/html/document.js';
import { THEME } from '../../platform/html/theme.js';
import { CONTENT_WORDS } from './content-words.js';
import type { DemoText } from './demo-texts.js';

const STYLE = `${THEME}
header { padding: 0.7rem 1.2rem; border-bottom: 1px solid var(--line); background: var(--card); }
a { color: var(--accent); }
main { max-width: 38rem; margin: 0 auto; padding: 2rem 1.2rem 5rem; }
.title { display: flex; gap: 1.2rem; align-items: center; }
.title img { width: 7rem; border-radius: 3px; }
h1 { margin: 0; font-size: 1.7rem; line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 2.5rem 0 1.2rem; text-align: center; }
.soft { margin: 0.4rem 0; color: var(--soft); }
article { font: 1.15rem/1.65 Georgia, 'DejaVu Serif', serif; }
article p { margin: 0; text-indent: 1.5em; }
article h2 + p { text-indent: 0; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); }
`;

/** The style is allowed by its hash; the cover is the service's own. */
export const CONTENT_SOURCES = `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; img-src 'self'`;

/** A text and its reader. */
export interface ContentPage {
  readonly title: string;
  readonly formatType: string;
  readonly language: LanguageCode;
  readonly text: DemoText | undefined;
  /** The address relative to the page; undefined: the service draws no cover. */
  readonly cover: string | undefined;
  /** The address of the shelf relative to the page; undefined: there is none. */
  readonly shelf: string | undefined;
}

export function pageOf({ title, formatType, language, text, cover, shelf }: ContentPage): string {
  const say = (name: keyof typeof CONTENT_WORDS): string => CONTENT_WORDS[name][language];
  return renderDocument(
    <Document
      title={title}
      description={title}
      lang={language}
      dir={directionOf(language)}
      head={<style>{STYLE}</style>}
    >
      {shelf !== undefined && (
        <header>
          <a href={shelf}>{say('toShelf')}</a>
        </header>
      )}
      <main>
        <div class="title">
          {cover !== undefined && <img src={cover} alt="" />}
          <div>
            <h1>
              <bdi>{title}</bdi>
            </h1>
            {text && <p class="soft">{text.author}</p>}
            <p class="soft">{formatName(formatType)}</p>
          </div>
        </div>
        {text ? (
          <Chapter text={text} ends={say('ends')} />
        ) : (
          <NoText texts={[say('opened'), say('noText')]} />
        )}
      </main>
    </Document>,
  );
}

function Chapter({ text, ends }: { readonly text: DemoText; readonly ends: string }): VNode {
  return (
    <>
      <article lang="en" dir="ltr">
        <h2>{text.chapter}</h2>
        {text.paragraphs.map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
      </article>
      <footer>
        <p class="soft">{ends}</p>
        <p class="soft">{text.source}</p>
      </footer>
    </>
  );
}

function NoText({ texts }: { readonly texts: readonly string[] }): VNode {
  return (
    <>
      {texts.map((each) => (
        <p key={each}>{each}</p>
      ))}
    </>
  );
}
