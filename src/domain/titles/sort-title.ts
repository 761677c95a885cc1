/** The leading articles of a language, by its two-letter code. Those with an apostrophe are joined to the next word. */
const ARTICLES: Readonly<Record<string, readonly string[]>> = {
  en: ['a', 'an', 'the'],
  de: ['der', 'die', 'das', 'ein', 'eine'],
  fr: ['le', 'la', 'les', 'un', 'une', 'des', "l'", 'l’'],
  es: ['el', 'la', 'los', 'las', 'un', 'una', 'unos', 'unas'],
  it: ['il', 'lo', 'la', 'i', 'gli', 'le', 'un', 'uno', 'una', "l'", 'l’', "un'", 'un’'],
  pt: ['o', 'a', 'os', 'as', 'um', 'uma', 'uns', 'umas'],
  nl: ['de', 'het', 'een'],
  sv: ['en', 'ett', 'den', 'det', 'de'],
  da: ['en', 'et', 'den', 'det', 'de'],
  no: ['en', 'ei', 'et', 'den', 'det', 'de'],
};

/**
 * A title as it is sorted: without a leading article of its language. A title that is nothing but an article keeps it.
 * @param language a code such as `en` or `en-GB`; undefined when it is not known
 */
export function sortTitleOf(title: string, language: string | undefined): string {
  if (language === undefined) return title;
  const start = title.toLowerCase();
  const article = ARTICLES[language.slice(0, 2).toLowerCase()]
    ?.map((word) => (/['’]/.test(word) ? word : `${word} `))
    .find((prefix) => start.startsWith(prefix));
  const rest = article === undefined ? '' : title.slice(article.length).trimStart();
  return rest === '' ? title : rest;
}

/** A name as it is filed: "Shelley, Mary". A name of one word, or one with a comma, stays as it is. */
export function fileAsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  if (words.length === 1 || name.includes(',')) return name;
  return [words.at(-1), words.slice(0, -1).join(' ')].join(', ');
}
