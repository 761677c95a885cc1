import type { Catalog, DrawerWords, NamedTexts, SentenceName, ValuesOf } from '../../words/catalog.js';

interface Language {
  readonly catalog: Catalog;
  /** For dates, numbers and lists: a language tag, with a country where the patron's browser names one. */
  readonly tag: string;
  readonly plurals: Intl.PluralRules;
  readonly numbers: Intl.NumberFormat;
  readonly isFromRight: boolean;
}

/** The page has one language: another one comes with another page. */
let language: Language | undefined;

/** Called before anything is shown. */
export function speak(catalog: Catalog, tag: string, isFromRight = false): void {
  const [plurals, numbers] = [new Intl.PluralRules(tag), new Intl.NumberFormat(tag)];
  language = { catalog, tag, plurals, numbers, isFromRight };
}

function spoken(): Language {
  if (language === undefined) throw new Error('No language was chosen.');
  return language;
}

/** What writes in the language of the page. It is made once: that takes longer than what it does, and a view needs it often. */
export function inLanguage<Writer>(make: (tag: string) => Writer): () => Writer {
  let made: { readonly tag: string; readonly writer: Writer } | undefined;
  return () => {
    const { tag } = spoken();
    if (made?.tag !== tag) made = { tag, writer: make(tag) };
    return made.writer;
  };
}

/** A sentence with its values. */
export function say<Name extends SentenceName>(name: Name, ...[values]: ValuesOf<Name>): string {
  const { catalog, plurals } = spoken();
  const message = (catalog.sentences as Catalog['sentences'] & DrawerWords)[name];
  const given: Readonly<Record<string, string | number>> = values ?? {};
  const text =
    typeof message === 'string' ? message : (message[plurals.select(Number(given.count))] ?? message.other);
  return text.replaceAll(/\{(\w+)\}(\.?)/g, (_, value: string, stop: string) => {
    const filled = written(given[value] ?? '');
    // That of an abbreviation, such as "Okt.", also ends the sentence.
    return filled.endsWith('.') ? filled : filled + stop;
  });
}

/** A title or an address in another script must not turn the order of the words around it. */
export function written(value: string | number): string {
  const { numbers, isFromRight } = spoken();
  if (typeof value === 'number') return numbers.format(value);
  return isFromRight ? `\u2068${value}\u2069` : value;
}

/** The text for what the service calls by a name; undefined for a name that is not known. */
export function textFor(part: NamedTexts, name: string): string | undefined {
  const texts: Readonly<Record<string, string>> = spoken().catalog[part];
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}

const lists = inLanguage((tag) => new Intl.ListFormat(tag, { type: 'unit', style: 'short' }));

/** Such as "A, B, C". */
export function listed(items: readonly string[]): string {
  return lists().format(items);
}

export function milliseconds(count: number): string {
  const options = { style: 'unit', unit: 'millisecond', useGrouping: false } as const;
  return new Intl.NumberFormat(spoken().tag, options).format(count);
}
