import type { BrandMarkProps } from '../../platform/html/brand-mark.js';
import type { Remembered } from '../frame/remembered.js';
import type { ShelfLibrary } from '../libraries.store.js';
import type { PageLanguage } from './page-language.js';

/** The library, if its patrons alone sign in here. */
export function onlyOf(libraries: readonly ShelfLibrary[]): ShelfLibrary | undefined {
  return libraries.length === 1 ? libraries[0] : undefined;
}

export function libraryIn(
  libraries: readonly ShelfLibrary[],
  { websiteId }: Remembered,
): ShelfLibrary | undefined {
  return libraries.find((library) => library.websiteId === websiteId);
}

export function brandOf({ ownName, homepage, logo }: ShelfLibrary): BrandMarkProps {
  return { name: ownName, href: homepage, logo };
}

/** What the library says, in the page's language or else the first that it has. */
export function welcomeIn({ code }: PageLanguage, { welcome }: ShelfLibrary): string | undefined {
  const text = welcome?.find((each) => each.startsWith(`${code}:`)) ?? welcome?.[0];
  return text?.slice(text.indexOf(':') + 1).trim();
}
