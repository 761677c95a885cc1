/** The languages of notices and of the shelf. */
export const LANGUAGES = ['en', 'es', 'fr', 'de', 'ar'] as const;
export type LanguageCode = (typeof LANGUAGES)[number];

/** For libraries that name no languages. No native speaker has reviewed Arabic, so a library must ask for it. */
const DEFAULT_LANGUAGES: readonly LanguageCode[] = ['en', 'es', 'fr', 'de'];

/** The language of a tag such as `fr-CA`; undefined if it is none of these, or if the text is no tag. */
export function languageCodeOf(tag: string): LanguageCode | undefined {
  const language = canonicalTag(tag)?.split('-')[0];
  return LANGUAGES.find((known) => known === language);
}

/** Undefined also for a tag with extensions, such as another calendar's: they may have any length, and are not needed here. */
export function canonicalTag(text: string): string | undefined {
  if (!/^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/i.test(text)) return undefined;
  return Intl.getCanonicalLocales(text)[0];
}

/**
 * The tags of the languages that a library offers, its first language first, each language once.
 * @param named the library's tags; without any: all reviewed languages, English first
 */
export function offeredTags(named: readonly string[] | null): readonly string[] {
  const tags = named === null || named.length === 0 ? DEFAULT_LANGUAGES : named;
  const codes = tags.map(languageCodeOf);
  return tags.filter((_, index) => codes.indexOf(codes[index]) === index);
}

/**
 * The first of the wanted tags whose language is offered; otherwise the first offered one.
 * @param offered not empty
 */
export function chosenTag(wanted: readonly string[], offered: readonly string[]): string {
  const codes = new Set(offered.map(languageCodeOf));
  const chosen = wanted.find((tag) => {
    const code = languageCodeOf(tag);
    return code !== undefined && codes.has(code);
  });
  return chosen ?? offered[0] ?? 'en';
}

/** The tag for dates: English without a country gets 24 hours and the day before the month, like most of the world. */
export function tagForDates(tag: string): string {
  return tag === 'en' ? 'en-GB' : tag;
}

export function directionOf(code: LanguageCode): 'ltr' | 'rtl' {
  return code === 'ar' ? 'rtl' : 'ltr';
}
