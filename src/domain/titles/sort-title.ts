import { languageOf } from './title-language.js';

/** The articles that may begin a title in a language, by its code. Those with an apostrophe or a hyphen are joined to the next word. */
const ARTICLES: Readonly<Record<string, readonly string[]>> = {
  en: ['a', 'an', 'the'],
  de: ['der', 'die', 'das', 'des', 'dem', 'den', 'ein', 'eine', 'einem', 'einen', 'einer', 'eines'],
  fr: ['le', 'la', 'les', 'un', 'une', 'des', "l'"],
  es: ['el', 'la', 'lo', 'los', 'las', 'un', 'una', 'unos', 'unas'],
  it: ['il', 'lo', 'la', 'i', 'gli', 'le', 'un', 'uno', 'una', "l'", "gl'", "un'"],
  pt: ['o', 'a', 'os', 'as', 'um', 'uma', 'uns', 'umas'],
  nl: ['de', 'het', 'een', "'t", "'n"],
  sv: ['en', 'ett', 'den', 'det', 'de'],
  da: ['en', 'et', 'den', 'det', 'de'],
  no: ['en', 'ei', 'et', 'den', 'det', 'de'],
  hu: ['a', 'az', 'egy'],
  ca: ['el', 'la', 'lo', 'els', 'les', 'un', 'una', 'uns', 'unes', 'en', 'na', "l'", "n'"],
  gl: ['o', 'a', 'os', 'as', 'un', 'unha', 'uns', 'unhas'],
  oc: ['lo', 'la', 'los', 'las', 'un', 'una', "l'"],
  ro: ['un', 'o', 'unui', 'unei'],
  el: ['ο', 'η', 'το', 'οι', 'τα', 'ένας', 'μια', 'μία', 'ένα'],
  ga: ['an', 'na'],
  gd: ['an', 'am', 'a', 'na', "a'", 'an t-', 't-'],
  cy: ['y', 'yr', "'r"],
  af: ['die', "'n"],
  eo: ['la'],
  lb: ['de', 'den', 'dat', 'déi', "d'", 'en', 'eng'],
  mt: ['il-', 'l-'],
  yi: ['דער', 'די', 'דאָס'],
  ar: ['ال'],
};

/** Articles that are joined to the next word without a sign. */
const JOINED = new Set(['ال']);

/** The word for "&" in a language. */
const AND: Readonly<Record<string, string>> = {
  de: 'und',
  fr: 'et',
  es: 'y',
  it: 'e',
  pt: 'e',
  nl: 'en',
  sv: 'och',
  da: 'og',
  no: 'og',
  hu: 'és',
  ca: 'i',
};

/** Quotation marks, brackets, dots and the like before the first letter or number. */
const BEFORE_WORDS = /^[^\p{L}\p{N}]+/u;

/**
 * A title as it is sorted: without leading punctuation, and without a leading article of its language. A title that is only an article, or
 * only punctuation, keeps it.
 * @param language a code such as `en`, `en-GB` or `eng`; undefined when unknown
 */
export function sortTitleOf(title: string, language: string | undefined): string {
  const withoutArticle = afterArticle(title.trimStart(), language);
  const start = withoutArticle.replace(BEFORE_WORDS, '');
  const rest = start === withoutArticle ? start : afterArticle(start, language);
  return rest === '' ? title : rest;
}

/** A code may be any text, also the name of something that every object has. */
function inLanguage<Words>(
  words: Readonly<Record<string, Words>>,
  language: string | undefined,
): Words | undefined {
  const code = language === undefined ? '' : languageOf(language);
  return Object.hasOwn(words, code) ? words[code] : undefined;
}

function afterArticle(title: string, language: string | undefined): string {
  const articles = inLanguage(ARTICLES, language);
  const start = title.toLowerCase().replaceAll('’', "'");
  const article = articles
    ?.map((word) => (/['-]$/.test(word) || JOINED.has(word) ? word : `${word} `))
    .find((prefix) => start.startsWith(prefix));
  const rest = article === undefined ? '' : title.slice(article.length).trimStart();
  return rest === '' ? title : rest;
}

/** The text by which a title is ordered: "&" stands where it would if it were written out. */
export function filedTitleOf(sortTitle: string, language: string | undefined): string {
  const and = inLanguage(AND, language) ?? 'and';
  return sortTitle.replaceAll(' & ', ` ${and} `);
}
