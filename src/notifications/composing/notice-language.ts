import {
  chosenTag,
  directionOf,
  type LanguageCode,
  languageCodeOf,
  offeredTags,
} from '../../domain/languages.js';

export interface NoticeLanguage {
  readonly code: LanguageCode;
  /** A language tag for dates, and for the headers of the mail. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  /** Separates a label from its value: in French, a space comes first. */
  readonly colon: string;
}

/**
 * The patron's language if the library writes in it; otherwise the library's first.
 * @param wanted the patron's language tag
 * @param offered the library's language tags; none: all that notices are written in, English first
 */
export function languageOf(wanted: string | null, offered: readonly string[] | null): NoticeLanguage {
  return noticeLanguage(chosenTag(wanted === null ? [] : [wanted], offeredTags(offered)));
}

function noticeLanguage(tag: string): NoticeLanguage {
  const code = languageCodeOf(tag) ?? 'en';
  const locale = languageCodeOf(tag) === undefined ? 'en' : tag;
  return { code, locale, direction: directionOf(code), colon: code === 'fr' ? '\u00a0: ' : ': ' };
}
