import { granted } from '../support/client.js';
import type { Reader, TestLibrary, TestTitle } from '../support/test-library.js';

export const CONTENT_KEY = 'content-key-of-these-tests-alone-0001';

/** A title with one format to download and one online. */
export const FORMATS = ['ebook-epub-adobe', 'ebook-overdrive'];

export interface Loan {
  readonly reader: Reader;
  readonly title: TestTitle;
}

/** A new loan; `ebook-epub-adobe` is locked in unless `values` say otherwise. */
export async function borrowFrom(
  library: TestLibrary,
  values: Readonly<Record<string, string>> = { formatType: 'ebook-epub-adobe' },
  formats: readonly string[] = FORMATS,
): Promise<Loan> {
  const [reader, title] = [await library.reader(), await library.title(1, { formats })];
  await granted(reader.borrow(title, values));
  return { reader, title };
}
