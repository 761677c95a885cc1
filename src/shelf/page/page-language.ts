import { parseCookie } from 'cookie';
import type { Request } from 'express';
import {
  canonicalTag,
  chosenTag,
  directionOf,
  type LanguageCode,
  languageCodeOf,
  offeredTags,
} from '../../domain/languages.js';
import type { ShelfLibrary } from '../libraries.store.js';

/** The language of a page. */
export interface PageLanguage {
  readonly code: LanguageCode;
  /** For dates and numbers: with a country where the patron's browser, or else the library, names one. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  /** What the patron can choose, each language in its own words. */
  readonly choices: readonly (readonly [code: LanguageCode, name: string])[];
}

/** The page's script keeps here what was chosen by hand. */
const COOKIE = 'shelf-language';

/** More than people set up; what comes after is the least wanted. */
const MAX_WANTED = 20;

/**
 * What a patron wants to read, the most wanted first: what the address says, what was chosen by hand, what the browser is set to.
 * @param inAddress undefined: nothing
 */
export function wantedLanguages(request: Request, inAddress: string | undefined): string[] {
  const byHand = parseCookie(request.headers.cookie ?? '')[COOKIE];
  const ofBrowser = request.acceptsLanguages().slice(0, MAX_WANTED);
  return [inAddress, byHand, ...ofBrowser].flatMap((text = '') => canonicalTag(text) ?? []);
}

/** As notices choose; several libraries offer what one of them does. */
export function pageLanguage(wanted: readonly string[], libraries: readonly ShelfLibrary[]): PageLanguage {
  const offered = offeredTags(libraries.flatMap(({ languages }) => offeredTags(languages)));
  const code = languageCodeOf(chosenTag(wanted, offered)) ?? 'en';
  const tags = [...wanted, ...offered].filter((tag) => languageCodeOf(tag) === code);
  return {
    code,
    tag: tags.find((tag) => new Intl.Locale(tag).region !== undefined) ?? code,
    direction: directionOf(code),
    choices: offered.flatMap((tag) => languageCodeOf(tag) ?? []).map((each) => [each, ownNameOf(each)]),
  };
}

/** As a heading: some languages write their names small. */
function ownNameOf(code: LanguageCode): string {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}
