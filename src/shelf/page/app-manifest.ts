import { onlyOf } from './page-libraries.js';
import { pageWords } from './page-words.js';
import type { ShelfPage } from './page-parts.js';

/** What a telephone reads before it puts the page among its apps: an iPhone shows notices of such pages alone. Addresses are seen from the manifest's. */
export interface AppManifest {
  readonly name: string;
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly start_url: string;
  readonly scope: string;
  readonly display: 'standalone';
  readonly theme_color?: string;
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string }[];
}

export function appManifest({ libraries, language, query, icon }: ShelfPage): AppManifest {
  const only = onlyOf(libraries);
  const color = only?.color ?? undefined;
  return {
    name: only?.ownName ?? pageWords(language.code).myShelf,
    lang: language.tag,
    dir: language.direction,
    start_url: `holds${query}`,
    scope: './',
    display: 'standalone',
    ...(color !== undefined && { theme_color: color }),
    icons: [{ src: icon, sizes: 'any', type: 'image/svg+xml' }],
  };
}
