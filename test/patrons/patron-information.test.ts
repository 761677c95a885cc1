import { expectOk, expectRefusal } from '../support/answers.js';
import { granted } from '../support/client.js';
import { category, collection, library as libraryRecord, WEBSITE_ID } from '../support/records.js';
import { CATALOG_URL, PUBLIC_URL } from '../support/service.js';
import { TestLibrary } from '../support/test-library.js';

const ME = '/v1/patrons/me';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open({ holdLimit: 12, checkoutLimit: 9 });
});
afterAll(() => library.close());

/** A library beside the others' own, so that a test may change its settings. */
async function besides(websiteId: number, members: object = {}): Promise<void> {
  await library.import(
    libraryRecord({ websiteId, name: 'Branch', ...members }),
    collection('main', { websiteId }),
    category('adult', ['main'], { websiteId }),
  );
}

describe('the record', () => {
  test('of a new patron has all its members but the last address', async () => {
    const reader = await library.reader();
    const answer = await reader.profile();
    expectOk(answer);
    const token = answer.body.collectionToken as string;
    expect(Object.keys(answer.body)).toEqual([
      'patronId',
      'websiteId',
      'existingPatron',
      'collectionToken',
      'holdLimit',
      'checkoutLimit',
      'lendingPeriods',
      'links',
      'linkTemplates',
      'actions',
    ]);
    const circulation = 'application/vnd.holdfast.circulation.api+json';
    const catalog = 'application/vnd.holdfast.api+json';
    const products = `${CATALOG_URL}/v1/collections/${token}/products`;
    expect(answer.body).toMatchObject({
      patronId: reader.patronId,
      websiteId: WEBSITE_ID,
      existingPatron: false,
      holdLimit: 12,
      checkoutLimit: 9,
      lendingPeriods: [
        { formatType: 'eBook', lendingPeriod: 21, units: 'days' },
        { formatType: 'Audiobook', lendingPeriod: 21, units: 'days' },
        { formatType: 'Video', lendingPeriod: 7, units: 'days' },
      ],
      links: {
        self: { href: `${PUBLIC_URL}/v1/patrons/me`, type: circulation },
        checkouts: { href: `${PUBLIC_URL}/v1/patrons/me/checkouts`, type: circulation },
        holds: { href: `${PUBLIC_URL}/v1/patrons/me/holds`, type: circulation },
      },
      linkTemplates: {
        search: {
          href: `${products}/?q={keyword}&limit={limit}&offset={offset}&formats={formats}&sort={sort}&availability={availability}`,
          type: catalog,
        },
        availability: { href: `${products}/{reserveId}/availability`, type: catalog },
      },
    });
  });

  test('tells the last address once there is one', async () => {
    const { reader } = await library.waiting({ emailAddress: 'last@example.org' });
    const { body } = await reader.profile();
    expect(Object.keys(body)).toContain('lastHoldEmail');
    expect(body.lastHoldEmail).toBe('last@example.org');
  });

  test('offers for each format the periods of the contract, as strings, with the one that counts now', async () => {
    const { body } = await (await library.reader()).profile();
    const form = (formatClass: string, value: string, options: string[]): object => ({
      editLendingPeriod: {
        href: `${PUBLIC_URL}/v1/patrons/me`,
        type: 'application/json',
        method: 'PUT',
        fields: [
          { name: 'formatClass', type: 'text', value: formatClass, optional: false },
          { name: 'lendingPeriodDays', type: 'number', value, options, optional: false },
        ],
      },
    });
    expect(body.actions).toEqual([
      form('eBook', '21', ['1', '7', '14', '21', '89']),
      form('Audiobook', '21', ['1', '7', '14', '21']),
      form('Video', '7', ['1', '3', '5', '7']),
    ]);
  });

  test('is found with a trailing slash too', async () => {
    const reader = await library.reader();
    const answer = await reader.get(`${ME}/`);
    expectOk(answer);
    expect(answer.text).toBe((await reader.profile()).text);
  });

  test('leads to the holds', async () => {
    const { reader } = await library.waiting();
    const { href } = (await reader.profile()).body.links.holds as { href: string };
    expect((await reader.get(href.slice(PUBLIC_URL.length))).body.totalItems).toBe(1);
  });
});

describe('existingPatron', () => {
  test('is true once there was a hold, and stays so when it ends', async () => {
    const { reader, title } = await library.waiting();
    expect((await reader.profile()).body.existingPatron).toBe(true);
    await reader.remove(title);
    expect((await reader.profile()).body.existingPatron).toBe(true);
  });

  test('is true once there was a checkout, without any hold', async () => {
    const [reader, title] = [await library.reader(), await library.title(1)];
    await granted(reader.borrow(title));
    await granted(reader.giveBack(title));
    expect((await reader.profile()).body.existingPatron).toBe(true);
  });

  test('is true after a hold without an address', async () => {
    const { reader } = await library.waiting({ ignoreHoldEmail: true });
    expect((await reader.profile()).body.existingPatron).toBe(true);
  });
});

describe('the limits', () => {
  test('are the patron’s own, else the category’s, else the library’s', async () => {
    await library.import(category('junior', ['main'], { holdLimit: 4 }));
    const limits = async (members: object): Promise<unknown> => {
      const { holdLimit, checkoutLimit } = (await (await library.reader(members)).profile()).body;
      return [holdLimit, checkoutLimit];
    };
    expect(await limits({})).toEqual([12, 9]);
    expect(await limits({ category: 'junior' })).toEqual([4, 9]);
    expect(await limits({ category: 'junior', holdLimit: 0, checkoutLimit: 2 })).toEqual([0, 2]);
  });
});

describe('the library', () => {
  test('is the patron’s own: its number, limits and periods', async () => {
    await besides(38, { holdLimit: 3, lendingPeriods: { eBook: 14, Audiobook: 7, Video: 3 } });
    const { body } = await (await library.reader({ websiteId: 38 })).profile();
    expect(body).toMatchObject({ websiteId: 38, holdLimit: 3, checkoutLimit: 15 });
    expect(body.lendingPeriods).toEqual([
      { formatType: 'eBook', lendingPeriod: 14, units: 'days' },
      { formatType: 'Audiobook', lendingPeriod: 7, units: 'days' },
      { formatType: 'Video', lendingPeriod: 3, units: 'days' },
    ]);
  });
});

describe('the collection token', () => {
  const tokenOf = async (reader: {
    profile(): Promise<{ body: { collectionToken: string } }>;
  }): Promise<string> => (await reader.profile()).body.collectionToken;

  test('is the category’s: the same for all its patrons, another for those of another category', async () => {
    const [first, second] = await library.readers(2);
    const child = await library.reader({ category: 'child' });
    expect(await tokenOf(first)).toBe(await tokenOf(second));
    expect(await tokenOf(child)).not.toBe(await tokenOf(first));
  });

  test('is another in another library, even for a category of the same name and collections', async () => {
    await besides(40);
    await besides(41);
    const [here, there] = [await library.reader({ websiteId: 40 }), await library.reader({ websiteId: 41 })];
    expect(await tokenOf(here)).not.toBe(await tokenOf(there));
  });

  test('is opaque: it tells neither the category nor the collections, and needs no escaping in an address', async () => {
    const token = await tokenOf(await library.reader());
    expect(token).toMatch(/^[A-Za-z0-9_-]{16,}$/);
    expect(token).not.toMatch(/adult|main/i);
  });

  test('changes when the category’s collections change, and only then', async () => {
    await besides(39);
    await library.import(collection('annex', { websiteId: 39 }));
    const reader = await library.reader({ websiteId: 39 });
    const before = await tokenOf(reader);
    await library.import(category('adult', ['main'], { websiteId: 39, holdLimit: 2 }));
    expect(await tokenOf(reader)).toBe(before);

    await library.import(category('adult', ['main', 'annex'], { websiteId: 39 }));
    const { body } = await reader.profile();
    expect(body.collectionToken).not.toBe(before);
    expect(body.linkTemplates.availability.href).toContain(`/collections/${body.collectionToken}/`);
  });
});

test('POST is not how a patron is changed: 405 tells which methods there are', async () => {
  const reader = await library.reader();
  const before = await reader.everything();
  for (const [method, path] of [
    ['POST', ME],
    ['POST', `${ME}/`],
    ['PATCH', ME],
    ['DELETE', ME],
  ] as const) {
    const answer = await reader.send(method, path);
    expectRefusal(answer, 'MethodNotAllowed', 'GET, HEAD, PUT, OPTIONS');
    expect(answer.headers.get('allow')).toBe('GET, HEAD, PUT, OPTIONS');
  }
  expectRefusal(await reader.post(ME, { formatClass: 'eBook', lendingPeriodDays: 7 }), 'MethodNotAllowed');
  expect(await reader.everything()).toEqual(before);
});
