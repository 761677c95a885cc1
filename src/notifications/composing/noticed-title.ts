import type { NoticeContent, NoticeLibrary } from '../notice-types/notice-content.store.js';
import { kindsInWords } from './kind-words.js';
import type { NoticeLanguage } from './notice-language.js';

/** The title of a notice, as it stands above the words. */
export interface NoticedTitle {
  readonly name: string;
  /** Empty if unknown. */
  readonly creators: string;
  /** Such as "e-book"; empty if unknown. */
  readonly kinds: string;
  /** The address of its cover; undefined: it has none. */
  readonly cover: string | undefined;
}

/** More names would hide the title. */
const MAX_CREATORS = 3;

export function noticedTitle(
  {
    reserveId,
    title,
    creators,
    kinds,
    cover,
  }: Pick<NoticeContent, 'reserveId' | 'title' | 'creators' | 'kinds' | 'cover'>,
  { coversUrl }: NoticeLibrary,
  language: NoticeLanguage,
): NoticedTitle {
  const names = creators.slice(0, MAX_CREATORS).map(onOneLine);
  const drawn = coversUrl === undefined ? undefined : `${coversUrl}/${reserveId}.svg`;
  return {
    name: onOneLine(title),
    creators: new Intl.ListFormat(language.locale, { type: 'unit' }).format(names),
    kinds: kindsInWords(kinds, language),
    cover: cover ?? drawn,
  };
}

/** The end of the subject, such as "Emma (e-book)". */
export function nameWithKinds({ name, kinds }: NoticedTitle): string {
  return kinds === '' ? name : `${name} (${kinds})`;
}

/** Capitalizes the beginning of a line. */
export function asHeading(words: string, { locale }: NoticeLanguage): string {
  return words.charAt(0).toLocaleUpperCase(locale) + words.slice(1);
}

/** A title comes from outside: a line break in it must not become a header of the mail. */
export function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
