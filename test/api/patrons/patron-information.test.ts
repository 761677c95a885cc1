import { expectOk } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { category, collection, title } from '../../support/records.js';
import { CATALOG_URL, PUBLIC_URL } from '../../support/service.js';
import { TestLibrary } from '../../support/test-library.js';
import { addTexted } from '../../support/texts/texted.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open({ holdLimit: 12, checkoutLimit: 9 });
});

describe('the record', () => {
  test('of a new patron has all members but lastHoldEmail, and what tells of a block or a last day', async () => {
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
        watches: { href: `${PUBLIC_URL}/v1/patrons/me/watches`, type: circulation },
        notices: { href: `${PUBLIC_URL}/v1/patrons/me/notices`, type: circulation },
        library: { href: `${CATALOG_URL}/v1/libraries/${library.websiteId}`, type: catalog },
      },
      linkTemplates: {
        search: {
          href: `${products}/?q={keyword}&limit={limit}&offset={offset}&formats={formats}&sort={sort}&availability={availability}`,
          type: catalog,
        },
        availability: { href: `${products}/{reserveId}/availability`, type: catalog },
        availabilityList: {
          href: `${CATALOG_URL}/v1/collections/${token}/availability?products={reserveIds}`,
          type: catalog,
        },
        otherFormats: {
          href: `${CATALOG_URL}/v1/collections/${token}/otherFormats?products={reserveIds}`,
          type: catalog,
        },
        metadata: {
          href: `${CATALOG_URL}/v1/collections/${token}/bulkmetadata?reserveIds={reserveIds}`,
          type: catalog,
        },
      },
    });
  });

  test('has a search for how titles can be read once that is known of one of the library', async () => {
    const accessibility = { accessModeSufficient: ['textual'] };
    const own = await TestLibrary.open();
    const [reader, other] = [await own.addPatron(), await library.addPatron()];
    const templates = async (patron: typeof reader) =>
      (await patron.profile()).body.linkTemplates as Record<string, { href: string }>;
    const { crossRefId } = await own.addTitle(1);
    expect(await templates(reader)).not.toHaveProperty('accessibleSearch');
    await own.import(title(crossRefId, { accessibility }));
    const { search, accessibleSearch } = await templates(reader);
    expect(accessibleSearch!.href).toBe(`${search!.href}&accessibility={accessibility}`);
    await own.import(title(crossRefId));
    expect(await templates(reader)).not.toHaveProperty('accessibleSearch');
    await own.addTitle(1, { accessibility });
    expect(await templates(reader)).toHaveProperty('accessibleSearch');
    expect(await templates(other)).not.toHaveProperty('accessibleSearch');
  });

  test('has lastHoldEmail once there is one', async () => {
    const { patron } = await library.waiting({ emailAddress: 'last@example.org' });
    const { body } = await patron.profile();
    expect(Object.keys(body)).toContain('lastHoldEmail');
    expect(body.lastHoldEmail).toBe('last@example.org');
  });

  test('says how notices come, where the library sends text messages', async () => {
    const patron = await library.addPatron();
    expect((await patron.profile()).body).not.toHaveProperty('noticesBy');
    const texts = { url: 'https://texts.example/messages', secret: `whsec_${'A'.repeat(44)}` };
    await library.import({ record: 'settings', websiteId: library.websiteId, texts });
    expect((await patron.profile()).body).toMatchObject({ noticesBy: 'mail' });
    const { patron: texted } = await addTexted(library);
    expect((await texted.profile()).body).toMatchObject({ noticesBy: 'text' });
  });

  test('offers for each format the periods of the contract, as strings, and presets none: a client takes any value for the format', async () => {
    const { body } = await (await library.addPatron()).profile();
    const form = (formatClass: string, options: string[]): object => ({
      editLendingPeriod: {
        href: `${PUBLIC_URL}/v1/patrons/me`,
        type: 'application/json',
        method: 'PUT',
        fields: [
          { name: 'formatClass', type: 'text', value: formatClass, optional: false },
          { name: 'lendingPeriodDays', type: 'number', options, optional: false },
        ],
      },
    });
    expect(body.actions).toEqual([
      form('eBook', ['1', '7', '14', '21', '89']),
      form('Audiobook', ['1', '7', '14', '21']),
      form('Video', ['1', '3', '5', '7']),
    ]);
  });
});

test('existingPatron is true after the first hold or checkout, with or without an address, and stays true', async () => {
  const [{ patron: holder, title: held }, { patron: silent }] = [
    await library.waiting(),
    await library.waiting({ ignoreHoldEmail: true }),
  ];
  await mustSucceed(holder.remove(held));
  const [borrower, title] = [await library.addPatron(), await library.addTitle(1)];
  await mustSucceed(borrower.borrow(title));
  await mustSucceed(borrower.returnTitle(title));
  for (const patron of [holder, silent, borrower])
    expect((await patron.profile()).body.existingPatron).toBe(true);
});

test('the limits are the patron’s own, else the category’s, else the library’s', async () => {
  await library.import(category('junior', ['main'], { holdLimit: 4, checkoutLimit: 3 }));
  const limits = async (members: object): Promise<unknown> => {
    const { holdLimit, checkoutLimit } = (await (await library.addPatron(members)).profile()).body;
    return [holdLimit, checkoutLimit];
  };
  expect(await limits({})).toEqual([12, 9]);
  expect(await limits({ category: 'junior' })).toEqual([4, 3]);
  expect(await limits({ category: 'junior', holdLimit: 0, checkoutLimit: 2 })).toEqual([0, 2]);
});

test('the library is the patron’s own, with its number, limits and periods', async () => {
  const periods = { eBook: 14, Audiobook: 7, Video: 3 };
  const there = await TestLibrary.open({ holdLimit: 3, lendingPeriods: periods });
  const { body } = await (await there.addPatron()).profile();
  expect(body).toMatchObject({ websiteId: there.websiteId, holdLimit: 3, checkoutLimit: 15 });
  expect(body.lendingPeriods).toEqual(
    Object.entries(periods).map(([formatType, lendingPeriod]) => ({
      ...{ formatType, lendingPeriod, units: 'days' },
    })),
  );
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
    const there = await TestLibrary.open();
    expect(await tokenOf(await there.addPatron())).not.toBe(await tokenOf(await library.addPatron()));
  });

  test('is opaque, and needs no escaping in a URL', async () => {
    const token = await tokenOf(await library.addPatron());
    expect(token).toMatch(/^[A-Za-z0-9_-]{16,}$/);
    expect(token).not.toMatch(/adult|main/i);
  });

  test('changes when the category’s collections change, and only then', async () => {
    await library.import(collection('annex'), category('student', ['main']));
    const patron = await library.addPatron({ category: 'student' });
    const before = await tokenOf(patron);
    await library.import(category('student', ['main'], { holdLimit: 2 }));
    expect(await tokenOf(patron)).toBe(before);

    await library.import(category('student', ['main', 'annex']));
    const { body } = await patron.profile();
    expect(body.collectionToken).not.toBe(before);
    expect(body.linkTemplates.availability.href).toContain(`/collections/${body.collectionToken}/`);
  });
});
