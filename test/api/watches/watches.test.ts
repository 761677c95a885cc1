import { expectNoContent, expectOk, expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { ME } from '../../support/paths.js';
import { copies, title as titleRecord } from '../../support/records.js';
import { OperatorClient } from '../../support/operator/operator-client.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { PUBLIC_URL } from '../../support/service.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';

const WATCHES = `${ME}/watches`;

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});

const watched = async (patron: TestPatron): Promise<string[]> =>
  ((await mustSucceed(patron.get(WATCHES))).body.watches as TestTitle[]).map(({ reserveId }) => reserveId);

test('a patron watches a title, by either of its numbers, finds it in the list, and watches it no more', async () => {
  const patron = await library.addPatron();
  const title = await library.addTitle(1, { title: 'Watched' });
  const answer = await patron.post(WATCHES, { crossRefId: title.crossRefId, emailAddress: 'w@example.org' });
  expect(answer.status).toBe(201);
  const href = `${PUBLIC_URL}${WATCHES}/${title.reserveId}`;
  expect(answer.body).toMatchObject({
    ...title,
    title: 'Watched',
    emailAddress: 'w@example.org',
    links: { self: { href } },
    actions: { unwatch: { href, method: 'delete' } },
  });
  expect(answer.headers.get('location')).toBe(href);
  const list = await patron.get(WATCHES);
  expectOk(list);
  expect(list.body).toMatchObject({ totalItems: 1, watches: [answer.body] });
  expect((await patron.get(`${WATCHES}/${title.crossRefId}`)).body).toEqual(answer.body);
  expect((await patron.list()).body.totalItems).toBe(0);
  expectNoContent(await patron.delete(`${WATCHES}/${title.reserveId}`));
  for (const gone of [
    await patron.get(`${WATCHES}/${title.reserveId}`),
    await patron.delete(`${WATCHES}/${title.reserveId}`),
  ])
    expectRefusal(gone, 'NotFound');
  expect(await watched(patron)).toEqual([]);
});

test('watching again changes the address alone, and the same Idempotency-Key answers the same', async () => {
  const patron = await library.addPatron();
  const { reserveId } = await library.addTitle();
  const { body } = await mustSucceed(patron.post(WATCHES, { reserveId, emailAddress: 'one@example.org' }));
  const again = await mustSucceed(patron.post(WATCHES, { reserveId }));
  expect(again.body).toEqual({ ...body, emailAddress: '' });
});

test('a title without copies can be watched, also beside a hold; one that the library never had cannot', async () => {
  const { patron, title } = await library.waiting();
  await mustSucceed(patron.post(WATCHES, title.reserveId ? { reserveId: title.reserveId } : {}));
  const withdrawn = await library.addTitle(1);
  await library.import({
    ...copies(1, 1),
    ...{ websiteId: library.websiteId, reserveId: withdrawn.reserveId },
    collectionId: 'main',
    delete: true,
  });
  await mustSucceed(patron.post(WATCHES, { reserveId: withdrawn.reserveId }));
  expect(await watched(patron)).toEqual([withdrawn.reserveId, title.reserveId]);
  const elsewhere = titleRecord(999_001);
  await library.import(elsewhere);
  for (const id of [elsewhere.reserveId as string, '1', '53be238e-d4d2-5efd-8241-c596634d055e'])
    expectRefusal(await patron.post(WATCHES, { id }), 'NotFound');
  expectRefusal(
    await patron.post(WATCHES, { reserveId: title.reserveId, crossRefId: withdrawn.reserveId }),
    'InvalidFieldValue',
  );
  for (const values of [{}, { id: 'x' }, { id: title.reserveId, emailAddress: 'nobody' }])
    expect((await patron.post(WATCHES, values)).status).toBe(400);
});

test('a patron watches 100 titles at most, of 40 requests at once as well', async () => {
  const patron = await library.addPatron();
  const { database } = library.service;
  const added: TestTitle[] = [];
  while (added.length < 120) added.push(await library.addTitle());
  const titles = added.splice(0, 40);
  await database.prisma.watch.createMany({
    data: added.map(({ reserveId }) => ({
      ...{ websiteId: library.websiteId, patronId: patron.patronId, reserveId },
      ...{ watchedAt: new Date(), wasOwned: false },
    })),
  });
  const answers = await Promise.all(titles.map(({ reserveId }) => patron.post(WATCHES, { reserveId })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  for (const answer of answers.filter(({ status }) => status !== 201))
    expectRefusal(answer, 'PatronExceededWatchLimit');
  expect(await watched(patron)).toHaveLength(100);
  // As after a merge.
  const { websiteId } = library;
  await database.prisma.watch.create({
    data: {
      websiteId,
      patronId: patron.patronId,
      reserveId: (await library.addTitle()).reserveId,
      watchedAt: new Date(),
      wasOwned: false,
    },
  });
  const [first] = await watched(patron);
  expect((await patron.post(WATCHES, { reserveId: first! })).status).toBe(201);
});

test('a merge takes along what was watched, and nothing is left of a patron who is deleted', async () => {
  const operator = new OperatorClient(library.service.url, OPERATOR_TOKEN);
  const [from, into] = await library.addPatrons(2);
  const [one, both] = [await library.addTitle(), await library.addTitle()];
  for (const { reserveId } of [one, both])
    await mustSucceed(from.post(WATCHES, { reserveId, emailAddress: 'from@example.org' }));
  await mustSucceed(into.post(WATCHES, { reserveId: both.reserveId }));
  expectNoContent(await operator.merge(from, into.patronId));
  expect((await watched(into)).toSorted()).toEqual([one.reserveId, both.reserveId].toSorted());
  expectNoContent(await operator.forget(into));
  const { websiteId } = library;
  expect(
    await library.service.database.prisma.watch.count({
      where: { websiteId, reserveId: { in: [one.reserveId, both.reserveId] } },
    }),
  ).toBe(0);
});
