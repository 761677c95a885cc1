import { type ImportUnderTest, openImport } from '../../support/runs/import-under-test.js';
import { category, collection, copies, library, reserveIdOf, title } from '../../support/records.js';

let data: ImportUnderTest;

beforeAll(async () => {
  data = await openImport();
  await data.import(library(), collection('main'), category('adult', ['main']));
});

afterAll(() => data.close());

const LONG = {
  title: 'The Wizard',
  subtitle: 'A Tale',
  creators: [
    { role: 'Author', name: 'Ursula K. "Quote" Le Guin', fileAs: 'Le Guin, Ursula K.' },
    { role: 'Narrator', name: 'Ann' },
  ],
  formats: [
    ...['ebook-kindle', 'a,b', '{c}', 'NULL', '"'],
    {
      id: 'ebook-epub-adobe',
      fileName: 'tale',
      fileSize: 12345,
      identifiers: [{ type: 'ISBN', value: '978-0-00-000000-2' }],
      content: { href: 'https://content.example.org/tale', type: 'application/epub+zip' },
    },
    { id: 'ebook-overdrive', online: true, samples: [{ url: 'https://samples.example.org/1' }] },
  ],
  subjects: ['Fiction', { value: 'Fantasy' }],
  languages: [{ code: 'en', name: 'English' }, 'fr'],
  keywords: ['dragons'],
  ...{ edition: 'First', series: 'Earthsea', publisher: 'Parnassus', imprint: 'Berkeley' },
  ...{ publishDate: '1968-11-01', addedDate: '2025-05-29', starRating: 4.5, isPublicDomain: false },
  ...{ shortDescription: 'Line one\r\nBcc: <b>{{two}}</b>', fullDescription: 'Full.' },
  images: { cover: { href: 'https://images.example.org/1.jpg', type: 'image/jpeg' } },
  accessibility: {
    conformsTo: ['http://www.w3.org/TR/epub-a11y-11#wcag-2.1-aa'],
    certification: { certifiedBy: 'A', report: ['https://reports.example.org/1'] },
    ...{ accessMode: ['textual', 'visual'], accessModeSufficient: [['textual'], ['textual', 'visual']] },
    ...{ feature: ['alternativeText', 'none'], hazard: ['none'], summary: 'Line one\nTwo' },
    exemption: ['eaa-microenterprise'],
  },
};

async function stored(number: number): Promise<Record<string, unknown>> {
  const [row] = await data.rows<Record<string, unknown>>(
    `SELECT to_jsonb(t) - 'words' AS row FROM title t WHERE cross_ref_id = $1`,
    number,
  );
  return row?.row as Record<string, unknown>;
}

test('a title keeps all that its record says, writes nothing for the same again, and the short form takes it back', async () => {
  const record = title(1, { ...LONG, reserveId: reserveIdOf(1).toUpperCase() });
  expect((await data.import(record)).reasons).toEqual([]);
  expect(await stored(1)).toMatchObject({
    ...{ reserve_id: reserveIdOf(1), title: 'The Wizard', subtitle: 'A Tale' },
    ...{ sort_title: 'Wizard', sort_key: 'wizard', creators: LONG.creators },
    formats: [...['ebook-kindle', 'a,b', '{c}', 'NULL', '"'], 'ebook-epub-adobe', 'ebook-overdrive'],
    format_details: LONG.formats.slice(-2),
    ...{ identifiers: ['9780000000002'], subjects: ['Fiction', 'Fantasy'], languages: ['en', 'fr'] },
    ...{ keywords: ['dragons'], edition: 'First', series: 'Earthsea', publisher: 'Parnassus' },
    ...{ imprint: 'Berkeley', publish_date: '1968-11-01', added_date: '2025-05-29', star_rating: 4.5 },
    ...{ short_description: LONG.shortDescription, full_description: 'Full.', is_public_domain: false },
    images: LONG.images,
    accessibility: LONG.accessibility,
    accessible_by: [
      'textual',
      'alternativeText',
      'noFlashingHazard',
      'noMotionSimulationHazard',
      'noSoundHazard',
    ],
  });
  const before = await data.dump();
  await data.import(record);
  expect(await data.dump()).toEqual(before);
  await data.import(title(1, { title: 'Changed', crossRefId: 77, languages: null }));
  expect(await stored(77)).toMatchObject({
    ...{ title: 'Changed', subtitle: null, subjects: [], languages: [], added_date: null },
    ...{ format_details: [], identifiers: [], images: {}, accessibility: null, accessible_by: [] },
  });
});

test('an account number belongs to one collection of a library', async () => {
  const south = collection('south', { accountNumber: 7 });
  expect((await data.import(collection('north', { accountNumber: 7 }))).reasons).toEqual([]);
  expect((await data.import(south)).reasons).toEqual([
    'line 1: accountNumber 7 is already that of collection "north"',
  ]);
  expect((await data.import(collection('north'), south)).reasons).toEqual([]);
});

describe('what changes a title', () => {
  const updatedAtOf = async (number: number): Promise<{ title: string; any: string } | undefined> => {
    const [row] = await data.rows<{ title: string; any: string }>(
      'SELECT title_changed_at::text AS title, changed_at::text AS any FROM title_queue WHERE reserve_id = $1',
      reserveIdOf(number),
    );
    return row;
  };

  test.each([
    ['its metadata', () => title(10, { subtitle: 'New' })],
    ['the number of its copies', () => copies(10, 3)],
    ['its withdrawal from a collection', () => ({ ...copies(10, 3), delete: true })],
  ])('%s marks it as updated in its library', async (_, change) => {
    await data.import(title(10), copies(10, 2));
    const before = await updatedAtOf(10);
    await data.import(change());
    const after = await updatedAtOf(10);
    expect(after?.title).not.toBe(before?.title);
    expect(after?.any).toBe(after?.title);
  });

  test('a record that says nothing new is no update', async () => {
    await data.import(title(11), copies(11, 2));
    const before = await updatedAtOf(11);
    await data.import(title(11), copies(11, 2));
    expect(await updatedAtOf(11)).toEqual(before);
  });
});

describe('a title that is withdrawn', () => {
  const withdrawn = (number: number): Promise<unknown[]> =>
    data.rows(
      'SELECT collection_id AS collection, cross_ref_id AS number, title FROM withdrawn_title WHERE reserve_id = $1',
      reserveIdOf(number),
    );

  test('is remembered for its collection until it comes back', async () => {
    await data.import(title(20), copies(20, 1));
    await data.import({ ...copies(20, 1), delete: true });
    expect(await withdrawn(20)).toEqual([{ collection: 'main', number: 20, title: 'Title 20' }]);
    await data.import(copies(20, 1));
    expect(await withdrawn(20)).toEqual([]);
  });

  test('is remembered when the title itself is deleted', async () => {
    await data.import(title(21), copies(21, 1));
    await data.import({ ...title(21), delete: true });
    expect(await withdrawn(21)).toEqual([{ collection: 'main', number: 21, title: 'Title 21' }]);
  });
});

test("the library's own collection token changes with the union of its categories' collections, and only then", async () => {
  const token = async (): Promise<unknown> => {
    const [row] = await data.rows<{ token: string }>('SELECT collection_token AS token FROM library');
    return row?.token;
  };
  await data.import(collection('extra'), category('child', ['main']));
  const before = await token();
  await data.import(category('child', []));
  expect(await token()).toBe(before);
  await data.import(category('child', ['extra']));
  const after = await token();
  expect(after).not.toBe(before);
  await data.import({ ...category('child', []), delete: true });
  expect(await token()).not.toBe(after);
});
