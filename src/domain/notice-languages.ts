/** The languages that notices can be written in. */
export const NOTICE_LANGUAGES = ['en', 'es', 'fr', 'de', 'ar'] as const;
export type NoticeLanguageCode = (typeof NOTICE_LANGUAGES)[number];

/** The language of notices that a language tag such as `fr-CA` means; undefined if there is none. */
export function noticeLanguageOf(tag: string): NoticeLanguageCode | undefined {
  const { language } = new Intl.Locale(tag);
  return NOTICE_LANGUAGES.find((known) => known === language);
}
