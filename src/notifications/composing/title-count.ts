import type { Message } from '../notice-types/notice-type.js';
import { counted } from './messages.js';
import type { NoticeLanguage } from './notice-language.js';

const TITLES: Message = {
  en: '{count, plural, one {# title} other {# titles}}',
  es: '{count, plural, one {# título} other {# títulos}}',
  fr: '{count, plural, one {# titre} other {# titres}}',
  de: '{count, plural, one {# Titel} other {# Titel}}',
  ar: '{count, plural, one {عنوان واحد} two {عنوانان} few {# عناوين} many {# عنوانًا} other {# عنوان}}',
};

/** The end of the subject of a mail with several notices, such as "3 titles". */
export function titlesInWords(count: number, { code }: NoticeLanguage): string {
  return counted(code, TITLES, count);
}
