import { type NoticeLanguageCode, noticeLanguageOf } from '../../domain/notice-languages.js';

/** For libraries that name no languages. No native speaker has reviewed Arabic: a library has to ask for it. */
const DEFAULT_LANGUAGES: readonly NoticeLanguageCode[] = ['en', 'es', 'fr', 'de'];

/** The language of a notice. */
export interface NoticeLanguage {
  readonly code: NoticeLanguageCode;
  /** For dates, and for the headers of the mail: a language tag. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  /** Between a label and its value: French has a space before it. */
  readonly colon: string;
}

/**
 * The patron's language if the library writes in it; otherwise the library's first.
 * @param wanted the patron's language tag
 * @param offered the library's language tags; none: all that notices are written in, English first
 */
export function languageOf(wanted: string | null, offered: readonly string[] | null): NoticeLanguage {
  const tags = offered === null || offered.length === 0 ? DEFAULT_LANGUAGES : offered;
  const code = wanted === null ? undefined : noticeLanguageOf(wanted);
  const isOffered = code !== undefined && tags.some((tag) => noticeLanguageOf(tag) === code);
  return noticeLanguage(wanted !== null && isOffered ? wanted : (tags[0] ?? 'en'));
}

function noticeLanguage(tag: string): NoticeLanguage {
  const code = noticeLanguageOf(tag) ?? 'en';
  const locale = noticeLanguageOf(tag) === undefined ? 'en' : tag;
  return {
    code,
    locale,
    direction: code === 'ar' ? 'rtl' : 'ltr',
    colon: code === 'fr' ? '\u00a0: ' : ': ',
  };
}
