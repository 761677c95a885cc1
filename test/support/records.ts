/** One record of the import format. */
export type TestRecord = Readonly<Record<string, unknown>> & { readonly record: string };

export const WEBSITE_ID = 37;

/** The reserveId of the test title with this crossRefId. */
export function reserveIdOf(title: number): string {
  return `aaaaaaaa-0000-4000-8000-${String(title).padStart(12, '0')}`;
}

export function library(members: object = {}): TestRecord {
  return { record: 'library', websiteId: WEBSITE_ID, name: 'Test Library', ...members };
}

export function collection(collectionId: string, members: object = {}): TestRecord {
  return { record: 'collection', websiteId: WEBSITE_ID, collectionId, name: collectionId, ...members };
}

export function category(name: string, collections: readonly string[], members: object = {}): TestRecord {
  return { record: 'category', websiteId: WEBSITE_ID, category: name, collections, ...members };
}

export function title(number: number, members: object = {}): TestRecord {
  return {
    record: 'title',
    reserveId: reserveIdOf(number),
    crossRefId: number,
    title: `Title ${number}`,
    creators: [{ role: 'Author', name: `Author ${number}` }],
    formatClass: 'eBook',
    formats: ['ebook-epub-adobe', 'ebook-kindle'],
    ...members,
  };
}

export function copies(titleNumber: number, copiesOwned: number, collectionId = 'main'): TestRecord {
  return {
    record: 'copies',
    websiteId: WEBSITE_ID,
    collectionId,
    reserveId: reserveIdOf(titleNumber),
    copiesOwned,
  };
}

export function patron(patronId: number, members: object = {}): TestRecord {
  return { record: 'patron', websiteId: WEBSITE_ID, patronId, category: 'adult', ...members };
}

/** A library with the collection `main`, which its adults may use. */
export function emptyLibrary(websiteId: number, members: object = {}): TestRecord[] {
  return [
    library({ websiteId, ...members }),
    collection('main', { websiteId }),
    category('adult', ['main'], { websiteId }),
  ];
}

export function hold(
  patronId: number,
  titleNumber = 1,
  members: object = { ignoreHoldEmail: true },
): TestRecord {
  return { record: 'hold', websiteId: WEBSITE_ID, patronId, reserveId: reserveIdOf(titleNumber), ...members };
}

/** One line for each record; strings are lines already. */
export function toLines(...records: readonly (TestRecord | string)[]): string {
  return records
    .map((record) => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`)
    .join('');
}

/**
 * A library with one collection and one category, with patrons 1 to `patrons`, and titles 1, 2, … with as many copies as
 * `copiesOwned` says for each.
 */
export function smallLibrary(
  patrons: number,
  copiesOwned: readonly number[],
  members: object = {},
): TestRecord[] {
  return [
    ...emptyLibrary(WEBSITE_ID, members),
    ...copiesOwned.flatMap((owned, index) => [title(index + 1), copies(index + 1, owned)]),
    ...Array.from({ length: patrons }, (_, index) => patron(index + 1)),
  ];
}
