import { expectOk, expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { ME } from '../../support/paths.js';
import { category, collection, emptyLibrary } from '../../support/records.js';
import { CATALOG_URL, pathOf, PUBLIC_URL } from '../../support/service.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open({ holdLimit: 12, checkoutLimit: 9 });
});
afterAll(() => library.close());

/** Adds another library, so that a test can change its settings. */
function addLibrary(websiteId: number, members: object = {}): Promise<void> {
  return library.import(...emptyLibrary(websiteId, members));
}

describe('the record', () => {
  test('of a new patron has all members but lastHoldEmail', async () => {
    const patron = await library.addPatron();
    const answer = await patron.profile();
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
      patronId: patron.patronId,
      websiteId: library.websiteId,
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
        library: { href: `${CATALOG_URL}/v1/libraries/${library.websiteId}`, type: catalog },
      },
      linkTemplates: {
        search: {
          href: `${products}/?q={keyword}&limit={limit}&offset={offset}&formats={formats}&sort={sort}&availability={availability}`,
          type: catalog,
        },
        availability: { href: `${products}/{reserveId}/availability`, type: catalog },
        metadata: {
          href: `${CATALOG_URL}/v1/collections/${token}/bulkmetadata?reserveIds={reserveIds}`,
          type: catalog,
        },
      },
    });
  });

  test('has lastHoldEmail once there is one', async () => {
    const { patron } = await library.waiting({ emailAddress: 'last@example.org' });
    const { body } = await patron.profile();
    expect(Object.keys(body)).toContain('lastHoldEmail');
    expect(body.lastHoldEmail).toBe('last@example.org');
  });

  test('offers for each format the periods of the contract, as strings, with the current one', async () => {
    const { body } = await (await library.addPatron()).profile();
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

  test('is also found with a trailing slash', async () => {
    const patron = await library.addPatron();
    const answer = await patron.get(`${ME}/`);
    expectOk(answer);
    expect(answer.text).toBe((await patron.profile()).text);
  });

  test('links to the holds', async () => {
    const { patron } = await library.waiting();
    const { href } = (await patron.profile()).body.links.holds as { href: string };
    expect((await patron.get(pathOf(href))).body.totalItems).toBe(1);
  });
});

describe('existingPatron', () => {
  test('is true after the first hold, and stays true when it ends', async () => {
    const { patron, title } = await library.waiting();
    expect((await patron.profile()).body.existingPatron).toBe(true);
    await patron.remove(title);
    expect((await patron.profile()).body.existingPatron).toBe(true);
  });

  test('is true after the first checkout, without any hold', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
    await mustSucceed(patron.borrow(title));
    await mustSucceed(patron.returnTitle(title));
    expect((await patron.profile()).body.existingPatron).toBe(true);
  });

  test('is true after a hold without an address', async () => {
    const { patron } = await library.waiting({ ignoreHoldEmail: true });
    expect((await patron.profile()).body.existingPatron).toBe(true);
  });
});

describe('the limits', () => {
  test('are the patron’s own, else the category’s, else the library’s', async () => {
    await library.import(category('junior', ['main'], { holdLimit: 4 }));
    const limits = async (members: object): Promise<unknown> => {
      const { holdLimit, checkoutLimit } = (await (await library.addPatron(members)).profile()).body;
      return [holdLimit, checkoutLimit];
    };
    expect(await limits({})).toEqual([12, 9]);
    expect(await limits({ category: 'junior' })).toEqual([4, 9]);
    expect(await limits({ category: 'junior', holdLimit: 0, checkoutLimit: 2 })).toEqual([0, 2]);
  });
});

describe('the library', () => {
  test('is the patron’s own, with its number, limits and periods', async () => {
    await addLibrary(38, { holdLimit: 3, lendingPeriods: { eBook: 14, Audiobook: 7, Video: 3 } });
    const { body } = await (await library.addPatron({ websiteId: 38 })).profile();
    expect(body).toMatchObject({ websiteId: 38, holdLimit: 3, checkoutLimit: 15 });
    expect(body.lendingPeriods).toEqual([
      { formatType: 'eBook', lendingPeriod: 14, units: 'days' },
      { formatType: 'Audiobook', lendingPeriod: 7, units: 'days' },
      { formatType: 'Video', lendingPeriod: 3, units: 'days' },
    ]);
  });
});

describe('the collection token', () => {
  const tokenOf = async (patron: {
    profile(): Promise<{ body: { collectionToken: string } }>;
  }): Promise<string> => (await patron.profile()).body.collectionToken;

  test('is the same for all patrons of a category, and different for other categories', async () => {
    const [first, second] = await library.addPatrons(2);
    const child = await library.addPatron({ category: 'child' });
    expect(await tokenOf(first)).toBe(await tokenOf(second));
    expect(await tokenOf(child)).not.toBe(await tokenOf(first));
  });

  test('is different in another library, even for a category with the same name and collections', async () => {
    await addLibrary(40);
    await addLibrary(41);
    const [here, there] = [
      await library.addPatron({ websiteId: 40 }),
      await library.addPatron({ websiteId: 41 }),
    ];
    expect(await tokenOf(here)).not.toBe(await tokenOf(there));
  });

  test('is opaque, and needs no escaping in a URL', async () => {
    const token = await tokenOf(await library.addPatron());
    expect(token).toMatch(/^[A-Za-z0-9_-]{16,}$/);
    expect(token).not.toMatch(/adult|main/i);
  });

  test('changes when the category’s collections change, and only then', async () => {
    await addLibrary(39);
    await library.import(collection('annex', { websiteId: 39 }));
    const patron = await library.addPatron({ websiteId: 39 });
    const before = await tokenOf(patron);
    await library.import(category('adult', ['main'], { websiteId: 39, holdLimit: 2 }));
    expect(await tokenOf(patron)).toBe(before);

    await library.import(category('adult', ['main', 'annex'], { websiteId: 39 }));
    const { body } = await patron.profile();
    expect(body.collectionToken).not.toBe(before);
    expect(body.linkTemplates.availability.href).toContain(`/collections/${body.collectionToken}/`);
  });
});

test('POST on the patron is refused with the allowed methods', async () => {
  const patron = await library.addPatron();
  const before = await patron.snapshot();
  for (const [method, path] of [
    ['POST', ME],
    ['POST', `${ME}/`],
    ['PATCH', ME],
    ['DELETE', ME],
  ] as const) {
    const answer = await patron.send(method, path);
    expectRefusal(answer, 'MethodNotAllowed', 'GET, HEAD, PUT, OPTIONS');
    expect(answer.headers.get('allow')).toBe('GET, HEAD, PUT, OPTIONS');
  }
  expectRefusal(await patron.post(ME, { formatClass: 'eBook', lendingPeriodDays: 7 }), 'MethodNotAllowed');
  expect(await patron.snapshot()).toEqual(before);
});
