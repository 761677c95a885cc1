import { advanceClock, DAY } from '../../support/clock.js';
import { expectOk } from '../../support/answers.js';
import { TestLibrary, type TestTitle } from '../../support/test-library.js';
import {
  type CatalogClient,
  newCatalogClient,
  type SearchParameters,
  titlesIn,
} from '../../support/catalog-client.js';
import { pathOf } from '../../support/service.js';

let library: TestLibrary;
let adult: CatalogClient;
let jane: TestTitle;
let agnes: TestTitle;
beforeAll(async () => {
  library = await TestLibrary.open();
  adult = await newCatalogClient(library);
  jane = await library.addTitle(1, {
    title: 'Jane Eyre',
    creators: [
      { role: 'Author', name: 'Charlotte Brontë' },
      { role: 'Editor', name: 'Emma Brown' },
    ],
    subjects: ['Classic Literature', 'Gothic'],
    languages: ['en', 'zh-Hans'],
    formats: [
      'ebook-kindle',
      { id: 'ebook-epub-adobe', identifiers: [{ type: 'ISBN', value: '9780141441146' }] },
    ],
    series: 'Penguin Classics: Élan',
    addedDate: '2025-03-01',
    accessibility: {
      accessModeSufficient: ['textual', ['visual', 'auditory']],
      feature: ['alternativeText', 'unknown'],
      hazard: ['none'],
    },
  });
  agnes = await library.addTitle(1, {
    title: 'Agnes Grey, or Emma',
    creators: [{ role: 'Author', name: 'Anne Brontë' }],
    subjects: ['Literature', 'Jane'],
    languages: ['FR'],
    formatClass: 'Audiobook',
    formats: [{ id: 'audiobook-mp3', identifiers: [{ type: 'ASIN', value: 'b00-abc x1' }] }],
    series: 'Penguin Classics',
    addedDate: '2025-03-02',
    accessibility: { accessModeSufficient: ['auditory'], hazard: ['noFlashingHazard', 'sound'] },
  });
  await library.addTitle(0, { title: 'Emma', formatClass: 'Video', formats: ['video-mp4'], creators: [] });
});

const JANE = 'Jane Eyre';
const AGNES = 'Agnes Grey, or Emma';
const EMMA = 'Emma';

async function found(parameters: SearchParameters): Promise<string[]> {
  const answer = await adult.search(parameters);
  const titles = titlesIn(answer);
  expect(answer.body.totalItems).toBe(titles.length);
  return titles.toSorted();
}

describe('a filter finds those titles alone:', () => {
  test.each<[string, SearchParameters, string[]]>([
    ['identifier', { identifier: '9780141441146' }, [JANE]],
    ['identifier, with hyphens', { identifier: '978-0-14-144114-6' }, [JANE]],
    ['identifier, with spaces', { identifier: ' 978 0 14 1441146 ' }, [JANE]],
    ['identifier, as the record does not write it', { identifier: 'B00ABCX-1' }, [AGNES]],
    ['identifier, with words round it', { identifier: 'ISBN-13: 978‑0‑14‑144114‑6 (pbk.)' }, [JANE]],
    ['identifier that no title has', { identifier: '9780141441147' }, []],
    ['identifier, in its older form', { identifier: '0-14-144114-3' }, [JANE]],
    ['q that is an ISBN', { q: '978-0-14-144114-6' }, [JANE]],
    ['q that is an ISBN in its older form', { q: '0141441143' }, [JANE]],
    ['q that is an ISBN, sorted by relevance', { q: '9780141441146', sort: 'relevance' }, [JANE]],
    ['q that has an ISBN among words', { q: 'ISBN: 0-14-144114-3 (paperback)' }, [JANE]],
    ['q that is an ISBN which no title has', { q: '9780141439471' }, []],
    ['q that is an ISBN, beside an identifier', { q: '9780141441146', identifier: 'B00ABCX1' }, []],
    ['title, one word', { title: 'emma' }, [AGNES, EMMA]],
    ['title, all words, in any order', { title: 'EMMA, grey' }, [AGNES]],
    ['title, and not what is elsewhere', { title: 'jane' }, [JANE]],
    ['title, no beginnings of words', { title: 'emm' }, []],
    ['creator, without accents', { creator: 'bronte' }, [AGNES, JANE]],
    ['creator, all words, also of several creators', { creator: 'charlotte brown' }, [JANE]],
    ['creator, and not what is elsewhere', { creator: 'emma' }, [JANE]],
    ['creator, as catalogues write it', { creator: 'Brontë, Anne' }, [AGNES]],
    ['subject', { subject: 'literature' }, [AGNES, JANE]],
    ['subject, all words', { subject: 'gothic literature' }, [JANE]],
    ['subject, and not what is elsewhere', { subject: 'jane' }, [AGNES]],
    ['series, the whole name', { series: 'Penguin Classics' }, [AGNES]],
    ['series, without regard to case and accents', { series: 'PENGUIN CLASSICS: elan' }, [JANE]],
    ['series, no part of the name', { series: 'Penguin' }, []],
    ['language', { language: 'en' }, [JANE]],
    ['language, by its other codes', { language: 'fre' }, [AGNES]],
    ['language, also in one of its scripts', { language: 'zho' }, [JANE]],
    ['language, in any case', { language: 'fr' }, [AGNES]],
    ['language, any of several', { language: 'ZH-hans, fr' }, [AGNES, JANE]],
    ['title, of which 500 characters count', { title: `emma${' '.repeat(600)}zebra` }, [AGNES, EMMA]],
    ['mediaTypes', { mediaTypes: 'Video' }, [EMMA]],
    ['mediaTypes, in any case, any of several', { mediaTypes: 'AUDIOBOOK, ebook' }, [AGNES, JANE]],
    ['mediaTypes, some of them unknown', { mediaTypes: 'Music,Video' }, [EMMA]],
    ['formats', { formats: 'ebook-epub-adobe,video-mp4' }, [EMMA, JANE]],
    ['accessibility, a sense that suffices alone', { accessibility: 'auditory' }, [AGNES]],
    ['accessibility, in any case', { accessibility: 'NOflashinghazard' }, [AGNES, JANE]],
    ['accessibility, all of several', { accessibility: 'textual, alternativeText,noSoundHazard' }, [JANE]],
    ['accessibility, all of several, not some', { accessibility: 'auditory,alternativeText' }, []],
    ['availability', { availability: 'True' }, [AGNES, JANE]],
    ['several at once', { creator: 'bronte', mediaTypes: 'eBook', language: 'en' }, [JANE]],
    ['several that no title meets', { creator: 'bronte', mediaTypes: 'Video' }, []],
  ])('%s', async (_, parameters, expected) => {
    expect(await found(parameters)).toEqual(expected);
    const [words] = expected;
    // With words, too, and in another order.
    if (words !== undefined) expect(await found({ ...parameters, q: words })).toContain(words);
    expect(await found({ ...parameters, sort: 'dateadded:desc' })).toEqual(expected);
  });

  test('crossRefId', async () => {
    expect(await found({ crossRefId: jane.crossRefId })).toEqual([JANE]);
    expect(await found({ crossRefId: 2_147_483_647 })).toEqual([]);
    expect(await found({ crossRefId: jane.crossRefId, language: 'fr' })).toEqual([]);
    expect(await found({ crossRefId: agnes.crossRefId, q: 'jane' })).toEqual([AGNES]);
  });

  test('daysSinceAdded, by the day in the record, or when the library got it', async () => {
    const { body } = await adult.search({ title: 'emma', mediaTypes: 'Video' });
    expect(body.products[0].dateAdded).toMatch(/^20/);
    expect(await found({ daysSinceAdded: 30 })).toEqual([EMMA]);
    expect(await found({ daysSinceAdded: 36_500 })).toEqual([AGNES, EMMA, JANE]);
    await advanceClock(library.service, 31 * DAY);
    expect(await found({ daysSinceAdded: 30 })).toEqual([]);
    expect(await found({ daysSinceAdded: 32 })).toEqual([EMMA]);
  });
});

test.each([
  ['crossRefId', ['abc', '0', '-1', '1.5', '99999999999999999999', 'x'.repeat(600), 'a\0b', "'"]],
  ['identifier', ['-', 'n/a', 'x'.repeat(5_000), 'a\0b', '%', "'; --"]],
  ['title', ['…', '&|!', 'x'.repeat(501), 'a\0b', ':*', '\u0301']],
  ['creator', ['…', '()', 'x'.repeat(501), 'a\0b']],
  ['subject', ['…', "'", 'x'.repeat(501), 'a\0b']],
  ['series', ['…', '%', 'x'.repeat(501), 'a\0b']],
  ['language', ['english', ',', 'x'.repeat(501), 'a\0b', '{en']],
  ['mediaTypes', ['Music', ',', 'e-book', 'a\0b']],
  [
    'accessibility',
    ['visual', 'none', 'unknown', 'textual,', ',', 'readable', '{textual', 'x'.repeat(501), 'a\0b', "'"],
  ],
  ['daysSinceAdded', ['-1', 'ninety', '1e3', '36501', 'a\0b']],
])('%s that no title can have finds nothing, and is no error', async (name, values) => {
  for (const value of values) {
    expect([value, await found({ [name]: value })]).toEqual([value, []]);
    expect([value, await found({ [name]: value, q: 'jane' })]).toEqual([value, []]);
  }
});

test('links keep the filters as they were asked', async () => {
  const asked = {
    title: 'emma',
    creator: 'Brontë, Anne',
    language: 'FR,de',
    mediaTypes: 'audiobook',
    identifier: 'B00ABC-X1',
    limit: 1,
  };
  const answer = await adult.search(asked);
  const self = new URL(answer.body.links.self.href as string);
  expect(Object.fromEntries(self.searchParams)).toEqual({ ...asked, limit: '1', offset: '0' });
  const again = await adult.patron.get(pathOf(self.href));
  expectOk(again);
  expect(again.text).toBe(answer.text);
});
