import { languageOf, type NoticeLanguage } from '../composing/notice-language.js';
import { filled } from '../composing/messages.js';
import { onOneLine } from '../composing/noticed-title.js';
import type { Message } from '../notice-types/notice-type.js';
import { cut } from './cut.js';
import type { TextMessage } from './text-gateway.js';
import type { CodeContext } from './text-gateway.store.js';

/** The code stands first: it is seen without opening the message. */
const CODE: Message = {
  en: '{code} is your code for {library}. It is valid for ten minutes.',
  es: '{code} es su código para {library}. Es válido durante diez minutos.',
  fr: '{code} est votre code pour {library}. Il est valable dix minutes.',
  de: '{code} ist Ihr Code für {library}. Er gilt zehn Minuten.',
  ar: '{code} هو رمزك لدى {library}. وهو صالح لمدة عشر دقائق.',
};

const MAX_LIBRARY_LENGTH = 60;

/** The message that confirms a number. */
export function composeCode(
  { libraryName, language, languages }: CodeContext,
  code: string,
  to: string,
): TextMessage {
  const { code: words, locale }: NoticeLanguage = languageOf(language, languages);
  const library = cut(onOneLine(libraryName), MAX_LIBRARY_LENGTH);
  return { type: 'code', language: locale, text: filled(words, CODE, { code, library }), to };
}
