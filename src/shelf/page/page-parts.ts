import type { DemoCard } from '../demo-cards.js';
import type { Remembered } from '../frame/remembered.js';
import type { ShelfLibrary } from '../libraries.store.js';
import type { View } from '../views.js';
import type { PageLanguage } from './page-language.js';
import type { PageWords } from './page-words.js';

/** Names of files in the shelf's directory. */
export interface PageFiles {
  readonly script: string;
  /** The texts that the script shows, in the page's language. */
  readonly words: string;
  /** The part of the script for notices on a device. */
  readonly device: string;
  /** Those of the drawer for developers. */
  readonly drawer: string;
  readonly style: string;
  readonly icon: string;
}

export interface ShelfPage extends PageFiles {
  /** The address of the shelf's files and forms, as seen from the page. */
  readonly directory: string;
  readonly language: PageLanguage;
  /** That the address names; undefined for none. */
  readonly view: View | undefined;
  /** What stays in the addresses of views: "?" and more, or nothing. */
  readonly query: string;
  /** What it showed last, to a patron who is likely to be signed in still. */
  readonly remembered: Remembered | undefined;
  /** Base addresses in the service's answers: the page reaches them where it came from. */
  readonly ownAddresses: readonly string[];
  readonly libraries: readonly ShelfLibrary[];
  /** Only in a sandbox on one's own machine; undefined elsewhere. */
  readonly sandbox: { readonly cards: readonly DemoCard[]; readonly writesMails: boolean } | undefined;
}

export interface PartProps {
  readonly page: ShelfPage;
  readonly say: PageWords;
}
