import type { VNode } from 'preact';
import { Document, renderDocument } from '../../platform/html/document.js';
import type { MessagePart } from './messages.js';
import { buttonColors, linkColors } from '../../domain/colors.js';
import type { NoticeLibrary } from '../notice-types/notice-content.store.js';
import type { NoticeButton, NoticeGroups, NoticeWords } from './notice-words.js';
import { asHeading } from './noticed-title.js';

/** The HTML of a mail. It works without images and without its style; mail programs only fetch the logo and the covers. */
export function noticePage(
  subject: string,
  { language, groups, button, footer }: NoticeGroups,
  library: NoticeLibrary,
): string {
  const { locale, direction } = language;
  const head = (
    <>
      <meta name="color-scheme" content="light dark" />
      <style>{styleOf(library)}</style>
    </>
  );
  const isOne = groups.length === 1 && groups[0]?.notices.length === 1;
  return renderDocument(
    <Document title={subject} lang={locale} dir={direction} head={head}>
      <Header {...library} />
      <main>
        <h1>{isOne ? groups[0]?.heading : subject}</h1>
        {groups.map(({ heading, notices }) => (
          <>
            {groups.length > 1 && <h2>{heading}</h2>}
            {notices.map((notice) => (
              <OneNotice {...notice} />
            ))}
          </>
        ))}
        <Button of={button} />
      </main>
      <footer>
        <p>{footer.map(value)}</p>
      </footer>
    </Document>,
  );
}

function OneNotice(words: NoticeWords): VNode {
  return (
    <>
      <AboutTitle {...words} />
      {words.paragraphs.map((parts, index) => (
        <p key={index}>{parts.map(markedValue)}</p>
      ))}
      {words.links.map(({ label, href }) => (
        <p>
          <a href={href}>{label}</a>
        </p>
      ))}
      <Button of={words.button} />
    </>
  );
}

function Button({ of: button }: { readonly of: NoticeButton | undefined }): VNode | null {
  if (button === undefined) return null;
  return (
    <p>
      <a class="button" href={button.href}>
        {button.label}
      </a>
    </p>
  );
}

function styleOf({ color }: NoticeLibrary): string {
  const { background, text } = buttonColors(color);
  const { onWhite, onDark } = linkColors(color);
  return `
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 36rem; padding: 1.5rem; font: 1rem/1.5 system-ui, sans-serif; }
h1, h2 { font-size: 1.375rem; line-height: 1.3; }
h2 { font-size: 1.125rem; }
header img { max-width: 12rem; max-height: 5rem; }
a { color: ${onWhite}; }
.title { min-height: 6rem; padding: 0.75rem 1rem; border-inline-start: 0.25rem solid ${background}; }
.title img { float: inline-start; width: 4rem; margin-inline-end: 1rem; }
.title::after { content: ''; display: block; clear: both; }
.button { display: inline-block; padding: 0.75rem 1.5rem; border-radius: 0.25rem; font-weight: bold; text-decoration: none;
  background: ${background}; color: ${text}; }
footer { margin-top: 2rem; border-top: 1px solid; padding-top: 0.5rem; font-size: 0.875rem; }
@media (prefers-color-scheme: dark) { a:not(.button) { color: ${onDark}; } }
`;
}

/** Mail programs show no picture in a `data:` address. */
function Header({ homepage, logo, libraryName }: NoticeLibrary): VNode {
  const shown = logo?.startsWith('https:') ? <img src={logo} alt={libraryName} /> : libraryName;
  return (
    <header>
      <p>{homepage === null ? shown : <a href={homepage}>{shown}</a>}</p>
    </header>
  );
}

/** The cover is decoration: its title stands beside it. The width is for programs without CSS. */
function AboutTitle({ title, language }: NoticeWords): VNode {
  const { name, creators, kinds, cover } = title;
  return (
    <p class="title">
      {cover !== undefined && <img src={cover} alt="" width={64} />}
      <bdi>
        <strong>{name}</strong>
      </bdi>
      {creators !== '' && (
        <>
          <br />
          <bdi>{creators}</bdi>
        </>
      )}
      {kinds !== '' && (
        <>
          <br />
          {asHeading(kinds, language)}
        </>
      )}
    </p>
  );
}

/** Values keep their own text direction. */
function value({ text, isValue }: MessagePart): VNode | string {
  return isValue ? <bdi>{text}</bdi> : text;
}

/** Emphasizes values. */
function markedValue({ text, isValue }: MessagePart): VNode | string {
  return isValue ? (
    <bdi>
      <strong>{text}</strong>
    </bdi>
  ) : (
    text
  );
}
