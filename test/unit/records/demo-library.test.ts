import { readFileSync } from 'node:fs';

interface Format {
  readonly id: string;
  readonly online?: boolean;
  readonly identifiers?: readonly { readonly type: string; readonly value: string }[];
}

interface DemoRecord {
  readonly record: string;
  readonly crossRefId: number;
  readonly collectionId?: string;
  readonly accountNumber?: number;
  readonly formatClass: string;
  readonly formats: readonly Format[];
  readonly [member: string]: unknown;
}

/** That it can be imported is tested with the import. */
const records = readFileSync('data/demo.ndjson', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as DemoRecord);
const titles = records.filter(({ record }) => record === 'title');

function isbnsOf({ formats }: DemoRecord): string[] {
  const identifiers = formats.flatMap((format) => format.identifiers ?? []);
  expect(identifiers.filter(({ type }) => type !== 'ISBN')).toEqual([]);
  return [...new Set(identifiers.map(({ value }) => value))];
}

/** ISO 2108: the digits weigh 1 and 3 in turn. */
function isIsbn(text: string): boolean {
  const sum = [...text].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return /^\d{13}$/.test(text) && sum % 10 === 0;
}

test('every title of the demo library says what it is about, who published it and when', () => {
  expect(titles.length).toBeGreaterThan(500);
  for (const title of titles) {
    const { crossRefId } = title;
    for (const member of ['shortDescription', 'publisher', 'publishDate', 'starRating', 'keywords'])
      expect([crossRefId, member, typeof title[member]]).not.toEqual([crossRefId, member, 'undefined']);
    expect([crossRefId, title.isPublicDomain]).toEqual([crossRefId, true]);
  }
});

test('its ISBNs are valid, each of one title, and from a range that belongs to no country', () => {
  const owners = new Map<string, number>();
  for (const title of titles)
    for (const isbn of isbnsOf(title)) {
      expect([isbn, isIsbn(isbn), isbn.slice(0, 5)]).toEqual([isbn, true, '97999']);
      expect([isbn, owners.get(isbn)]).toEqual([isbn, undefined]);
      owners.set(isbn, title.crossRefId);
    }
  expect(owners.size).toBeGreaterThan(480);
});

test('its books can be read, and its audiobooks heard, online or after a download', () => {
  for (const { crossRefId, formatClass, formats } of titles) {
    if (formatClass === 'Video') continue;
    expect([crossRefId, formats.filter(({ online }) => online === true).length]).toEqual([crossRefId, 1]);
    expect([crossRefId, formats.some(({ online }) => online !== true)]).toEqual([crossRefId, true]);
  }
});

test('one of its collections is an account of a consortium, with copies', () => {
  const numbered = records.filter(({ accountNumber }) => accountNumber !== undefined);
  expect(numbered.map(({ collectionId }) => collectionId)).toEqual(['consortium']);
  const copies = records.filter(
    ({ record, collectionId }) => record === 'copies' && collectionId === 'consortium',
  );
  expect(copies.length).toBeGreaterThan(10);
});
