import type { drawer as englishDrawer } from './drawer/en.js';
import type { catalog as english } from './en.js';

/** The forms of a sentence by the kinds of numbers that a language has: see `Intl.PluralRules`. */
export type Plural = Readonly<
  { other: string } & Partial<Record<Exclude<Intl.LDMLPluralRule, 'other'>, string>>
>;

type InAnyLanguage<Words> = Words extends string
  ? string
  : Words extends { readonly other: string; readonly one: string }
    ? Plural
    : { readonly [Name in keyof Words]: InAnyLanguage<Words[Name]> };

/** All that patrons read, in one language: it has what English has, and nothing else. */
export type Catalog = InAnyLanguage<typeof english>;

/** What the drawer for developers says, in one language. Its sentences join the others where there is a drawer. */
export type DrawerWords = InAnyLanguage<typeof englishDrawer>;

type Sentences = (typeof english)['sentences'] & typeof englishDrawer;
export type SentenceName = keyof Sentences;

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

type ValueNames<Name extends SentenceName> = Sentences[Name] extends string
  ? NamesIn<Sentences[Name]>
  : NamesIn<Sentences[Name][keyof Sentences[Name]]>;

/** What a sentence needs, as the English one has it; nothing where it has no values. */
export type ValuesOf<Name extends SentenceName> = [ValueNames<Name>] extends [never]
  ? []
  : [values: Readonly<{ [Value in ValueNames<Name>]: Value extends 'count' ? number : number | string }>];

/** Those parts of a catalog whose texts are found by what the service calls something. */
export type NamedTexts = Exclude<keyof Catalog, 'sentences'>;
