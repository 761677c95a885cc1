import { expectOk } from '../../support/answers.js';
import { clientBrowserOf } from '../../support/catalog-client.js';
import { type Answer, mustSucceed, type PatronClient } from '../../support/client.js';
import { serviceTime } from '../../support/clock.js';
import { HypermediaClient } from '../../support/clients/hypermedia-client.js';
import { offersIn } from '../../support/requests/hypermedia.js';
import { pathOf } from '../../support/service.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});

let works = 0;

/** A new work's names, which its formats share. */
function newWork(): { title: string; creators: object[]; languages: string[] } {
  works += 1;
  return {
    title: `Wuthering Heights ${works}`,
    creators: [{ role: 'Author', name: 'Brontë, Emily' }],
    languages: ['en'],
  };
}

const audiobook = { formatClass: 'Audiobook', formats: ['audiobook-mp3'] };

interface OtherFormat {
  readonly id: string;
  readonly mediaType: string;
  readonly copiesAvailable: number;
  readonly actions: Record<string, object>;
}

async function otherFormatsOf(
  me: PatronClient,
  token: string,
  ...titles: TestTitle[]
): Promise<Record<string, OtherFormat[]>> {
  const products = titles.map(({ reserveId }) => reserveId).join(',');
  const answer = await me.get(`/v1/collections/${token}/otherFormats?products=${products}`);
  expectOk(answer);
  const found = answer.body.titles as { id: string; otherFormats: OtherFormat[] }[];
  expect(answer.body.totalItems).toBe(found.length);
  return Object.fromEntries(found.map(({ id, otherFormats }) => [id, otherFormats]));
}

const tokenOf = async (patron: TestPatron): Promise<string> =>
  (await mustSucceed(patron.profile())).body.collectionToken as string;

/** Of an author of their own. */
async function areOneWork(name: string, other: string): Promise<boolean> {
  works += 1;
  const patron = await library.addPatron();
  const creators = [{ role: 'Author', name: `Austen ${works}` }];
  const [one, two] = [
    await library.addTitle(0, { title: name, creators }),
    await library.addTitle(0, { ...audiobook, title: other, creators }),
  ];
  const found = await otherFormatsOf(patron, await tokenOf(patron), one, two);
  expect(ids(found[one.reserveId])).toEqual(ids(found[two.reserveId]) && [two.reserveId]);
  return found[one.reserveId] !== undefined;
}

const ids = (others: OtherFormat[] | undefined): string[] | undefined => others?.map(({ id }) => id);

test('the audiobook of an e-book is found by title, first creator and language, with how available it is', async () => {
  const patron = await library.addPatron();
  const work = newWork();
  const eBook = await library.addTitle(0, work);
  const free = await library.addTitle(3, {
    ...work,
    ...audiobook,
    title: work.title.toUpperCase(),
    creators: [
      { role: 'Author', name: 'bronte, EMILY' },
      { role: 'Narrator', name: 'Anybody' },
    ],
    languages: ['fr', 'en'],
  });
  await library.addTitle(1, { ...work, ...audiobook, languages: ['de'] });
  await library.addTitle(1, { ...work, ...audiobook, creators: [{ role: 'Author', name: 'Another' }] });
  await library.addTitle(1, { ...work, ...audiobook, title: `${work.title}: a life` });
  await library.addTitle({ elsewhere: 1 }, { ...work, ...audiobook });
  const unnamed = { ...work, creators: [] };
  const anonymous = await library.addTitle(1, unnamed);
  await library.addTitle(1, { ...unnamed, ...audiobook });

  const found = await otherFormatsOf(patron, await tokenOf(patron), eBook, free, anonymous);
  expect(Object.keys(found).toSorted()).toEqual([eBook.reserveId, free.reserveId].toSorted());
  expect(found[eBook.reserveId]).toMatchObject([
    { id: free.reserveId, mediaType: 'Audiobook', copiesAvailable: 3, actions: { checkout: {} } },
  ]);
  expect(found[free.reserveId]).toMatchObject([{ id: eBook.reserveId, actions: { hold: {}, watch: {} } }]);
});

test.each([
  ['Emma', 'Emma (Unabridged)'],
  ['Emma', 'Emma [Large Print]'],
  ['Emma: A Novel', 'Emma (Unabridged) : a novel'],
  ['Emma: A Novel', 'Emma [unabridged audiobook]'],
  ['Emma', 'Emma (Unabridged) [Audio CD]'],
  ['Emma', 'Emma(ungekürzte Lesung)'],
  ['Emma : Roman', 'Emma (Großdruck)'],
  ['Émma', 'Emma (Texte intégral)'],
  ['Emma', 'Emma （Unabridged）'],
  ['إيما', 'إيما (كتاب صوتي)'],
  ['(Unabridged)', '(unabridged)'],
])('%j and %j are one work', async (name, other) => {
  expect(await areOneWork(name, other)).toBe(true);
});

test.each([
  ['Essays (First Series)', 'Essays (Second Series)'],
  ['Emma', 'Emma (1)'],
  ['Emma', 'Emma (un)'],
  ['Emma', 'Emma (Unabridged'],
  ['Emma', 'Emma Unabridged)'],
  ['Emma', 'Emma (The Expedition)'],
  ['Emma', 'Emma (Unabridged) Again'],
  ['(Unabridged)', '[Large Print]'],
  ['[Edition]: a novel', ': a novel'],
  ['الكتاب (الأول)', 'الكتاب (الثاني)'],
])('%j and %j are two', async (name, other) => {
  expect(await areOneWork(name, other)).toBe(false);
});

test('three others are told at most, those of other media first', async () => {
  const patron = await library.addPatron();
  const work = newWork();
  const [eBook, another] = [await library.addTitle(0, work), await library.addTitle(0, work)];
  const others: TestTitle[] = [];
  for (const title of [audiobook, audiobook, { formatClass: 'Video', formats: ['video-mp4'] }])
    others.push(await library.addTitle(0, { ...work, ...title }));
  const found = await otherFormatsOf(patron, await tokenOf(patron), eBook, another);
  const expected = others.map(({ reserveId }) => reserveId);
  expect(ids(found[eBook.reserveId])).toEqual(expected);
  expect(ids(found[another.reserveId])).toEqual(expected);
});

/** Follows the link of a hold. */
async function fromHold(patron: TestPatron, { body }: Answer): Promise<OtherFormat> {
  const { otherFormats } = body.links as { otherFormats: { href: string } };
  const { titles } = (await mustSucceed(patron.get(pathOf(otherFormats.href)))).body as {
    titles: { otherFormats: OtherFormat[] }[];
  };
  return titles[0]!.otherFormats[0]!;
}

test('a hold that waits leads to a second one, for whichever comes first, with its address and last day', async () => {
  const patron = await library.addPatron();
  const work = newWork();
  const eBook = await library.addTitle(0, work);
  await library.addTitle(0, { ...work, ...audiobook });
  const notNeededAfter = `${(await serviceTime(library.service)).getUTCFullYear() + 2}-06-01`;
  const emailAddress = 'either@example.org';
  const placed = await mustSucceed(patron.place(eBook, { emailAddress, notNeededAfter }));
  const other = await fromHold(patron, placed);
  expect(Object.keys(other.actions)).toEqual(['hold', 'watch', 'addAlternative']);
  const [offer] = offersIn(other).filter(({ name }) => name === 'addAlternative');
  const second = await mustSucceed(new HypermediaClient(patron, pathOf).act(offer!));
  expect(second.body).toMatchObject({ emailAddress, notNeededAfter, alternatives: [eBook.reserveId] });
  expect((await fromHold(patron, placed)).actions).toEqual({});
});

test('who wants no mail for the first hold gets none for the second', async () => {
  const patron = await library.addPatron();
  const work = newWork();
  const eBook = await library.addTitle(0, work);
  await library.addTitle(0, { ...work, ...audiobook });
  const other = await fromHold(patron, await mustSucceed(patron.place(eBook, { ignoreHoldEmail: true })));
  const [offer] = offersIn(other).filter(({ name }) => name === 'addAlternative');
  const second = await mustSucceed(new HypermediaClient(patron, pathOf).act(offer!));
  expect(second.body).toMatchObject({ emailAddress: '', alternatives: [eBook.reserveId] });
});

test('a hold that is ready, or has three alternatives already, offers none', async () => {
  const patron = await library.addPatron();
  const work = newWork();
  const [ready, waiting] = [await library.addTitle(1, work), await library.addTitle(0, newWork())];
  await library.addTitle(0, { ...work, ...audiobook });
  expect((await fromHold(patron, await mustSucceed(patron.place(ready)))).actions).not.toHaveProperty(
    'addAlternative',
  );
  const full = newWork();
  const fullOne = await library.addTitle(0, full);
  await library.addTitle(0, { ...full, ...audiobook });
  const placed = await mustSucceed(patron.place(fullOne));
  for (const title of [waiting, await library.addTitle(), await library.addTitle()])
    await mustSucceed(patron.place(title, { ignoreHoldEmail: true, alternativeTo: fullOne.reserveId }));
  expect((await fromHold(patron, placed)).actions).not.toHaveProperty('addAlternative');
});

test('a client is told the other formats, without actions', async () => {
  const work = newWork();
  const eBook = await library.addTitle(0, work);
  const other = await library.addTitle(1, { ...work, ...audiobook });
  const { patron: client, collectionToken } = await clientBrowserOf(library);
  const found = await otherFormatsOf(client, collectionToken, eBook);
  expect(found[eBook.reserveId]).toMatchObject([{ id: other.reserveId, actions: {} }]);
});
