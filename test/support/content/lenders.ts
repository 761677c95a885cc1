import { mustSucceed } from '../client.js';
import type { PatronAndTitle, TestLibrary } from '../test-library.js';

export const CONTENT_KEY = 'content-key-of-these-tests-alone-0001';

/** A title with one format to download and one online. */
export const FORMATS = ['ebook-epub-adobe', 'ebook-overdrive'];

/** A new loan; `ebook-epub-adobe` is locked in unless `values` say otherwise. */
export async function borrowFrom(
  library: TestLibrary,
  values: Readonly<Record<string, string>> = { formatType: 'ebook-epub-adobe' },
  formats: readonly string[] = FORMATS,
): Promise<PatronAndTitle> {
  const [patron, title] = [await library.addPatron(), await library.addTitle(1, { formats })];
  await mustSucceed(patron.borrow(title, values));
  return { patron, title };
}
