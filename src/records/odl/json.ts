import { decodeHTML } from 'entities';

/** Members of JSON that another system has written, of any type. */
export type Json = Readonly<Record<string, unknown>>;

/** Empty if it is no object. */
export function objectIn(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** OPDS writes a list of one value as the value alone. @param longest the rest is left out */
export function listIn(value: unknown, longest = Infinity): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as unknown[]).slice(0, longest) : [value];
}

/** A text in one line, of a name that may be an object, or have a text for each language. */
export function textIn(value: unknown, longest: number, language = ''): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return oneLine(plainText(value.slice(0, longest * MARKS)), longest);
  const { name, ...texts } = objectIn(value);
  if (name !== undefined) return textIn(name, longest, language);
  const first = Object.values(texts).find((each) => typeof each === 'string');
  const chosen = Object.hasOwn(texts, language) ? texts[language] : first;
  return typeof chosen === 'string' ? textIn(chosen, longest) : undefined;
}

function oneLine(text: string, longest: number): string | undefined {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line === '' ? undefined : cut(line, longest);
}

/** The marks of HTML may make a text so many times as long. What is longer would keep others waiting. */
const MARKS = 10;

/** A text of several lines. */
export function longTextIn(value: unknown, longest: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = plainText(value.slice(0, longest * MARKS))
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/(?![\n])\p{Cc}/gu, '')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim();
  return text === '' ? undefined : cut(text, longest);
}

function cut(text: string, longest: number): string {
  return (text.length <= longest ? text : `${text.slice(0, longest - 1)}…`).toWellFormed();
}

/** Descriptions are HTML, whose marks may be written as entities. */
function plainText(text: string): string {
  if (!/[<&]/.test(text)) return text;
  const marked = decodeHTML(text)
    .replaceAll(/<(?:br|\/p|\/div|\/li)[^<>]*>/gi, '\n')
    .replaceAll(/<\/?[a-z!][^<>]*>/gi, '');
  return decodeHTML(marked);
}

const MAX_ADDRESS = 2_000;

export function isWebAddress(href: unknown): href is string {
  if (typeof href !== 'string' || href.length > MAX_ADDRESS || !URL.canParse(href)) return false;
  const { protocol, username } = new URL(href);
  return /^https?:$/.test(protocol) && username === '';
}
