import type { MessagePart } from './messages.js';
import { buttonColors } from './notice-colors.js';
import type { NoticeLibrary } from '../occasions/notice-content.store.js';
import type { NoticeWords } from './notice-words.js';

/**
 * A notice as a page of HTML. It is complete without images and without its style; the logo is all that a mail program has to
 * fetch.
 */
export function htmlPage(subject: string, words: NoticeWords, library: NoticeLibrary): string {
  const { locale, direction } = words.language;
  const colors = buttonColors(library.color);
  return [
    '<!DOCTYPE html>',
    `<html lang="${locale}" dir="${direction}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(subject)}</title>`,
    '<style>',
    ':root { color-scheme: light dark; }',
    'body { margin: 0 auto; max-width: 36rem; padding: 1.5rem; font: 1rem/1.5 system-ui, sans-serif; }',
    'h1 { font-size: 1.375rem; line-height: 1.3; }',
    'header img { max-width: 12rem; max-height: 5rem; }',
    `.button { display: inline-block; padding: 0.75rem 1.5rem; border-radius: 0.25rem; font-weight: bold; text-decoration: none;`,
    `  background: ${colors.background}; color: ${colors.text}; }`,
    'footer { margin-top: 2rem; border-top: 1px solid; padding-top: 0.5rem; font-size: 0.875rem; }',
    '</style>',
    '</head>',
    '<body>',
    ...header(library),
    '<main>',
    `<h1>${escaped(words.heading)}</h1>`,
    ...words.paragraphs.map((parts) => `<p>${marked(parts)}</p>`),
    ...button(words.button),
    '</main>',
    `<footer><p>${escaped(words.footer)}</p></footer>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function header({ homepage, logo, libraryName }: NoticeLibrary): string[] {
  const name = escapeHtml(libraryName);
  const shown = logo === null ? name : `<img src="${escapeHtml(logo)}" alt="${name}">`;
  if (homepage !== null) return [`<header><p><a href="${escapeHtml(homepage)}">${shown}</a></p></header>`];
  return logo === null ? [] : [`<header><p>${shown}</p></header>`];
}

function button(link: NoticeWords['button']): string[] {
  if (link === undefined) return [];
  return [`<p><a class="button" href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p>`];
}

/** Values stand out. */
function marked(parts: readonly MessagePart[]): string {
  return parts
    .map(({ text, isValue }) =>
      isValue ? `<bdi><strong>${escapeHtml(text)}</strong></bdi>` : escapeHtml(text),
    )
    .join('');
}

/** Values keep their own direction. */
function escaped(parts: readonly MessagePart[]): string {
  return parts
    .map(({ text, isValue }) => (isValue ? `<bdi>${escapeHtml(text)}</bdi>` : escapeHtml(text)))
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
