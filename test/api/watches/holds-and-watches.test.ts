import { tellWatchers } from '../../../src/watches/watch-news.js';
import { expectRefusal } from '../../support/answers.js';
import { type Answer, mustSucceed } from '../../support/client.js';
import { HypermediaClient } from '../../support/clients/hypermedia-client.js';
import { ME } from '../../support/paths.js';
import { offersIn } from '../../support/requests/hypermedia.js';
import { pathOf } from '../../support/service.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';

const WATCHES = `${ME}/watches`;

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});

const watchOf = (patron: TestPatron, { reserveId }: TestTitle): Promise<Answer> =>
  patron.get(`${WATCHES}/${reserveId}`);

/** Does what an answer offers, as it offers it, but for a last day: it would have to be after the service's day, which other files move. */
async function take(patron: TestPatron, { body }: Answer, name: string): Promise<Answer> {
  const offer = offersIn(body).find(
    (each) => each.name === name && each.values?.notNeededAfter === undefined,
  );
  return mustSucceed(new HypermediaClient(patron, pathOf).act(offer!));
}

const offeredIn = ({ body }: Answer): string[] => Object.keys(body.actions as object);

const unsent = ({ patronId }: TestPatron): Promise<number> =>
  library.service.database.prisma.endedNotice.count({ where: { websiteId: library.websiteId, patronId } });

test('a hold becomes a watch with its address, the next in line moves up, and the watch becomes a hold at the end', async () => {
  const title = await library.addTitle(0);
  const [first, second] = await library.fillQueue(title, 2);
  const watched = await take(first, await first.find(title), 'watchInstead');
  expect(watched.status).toBe(201);
  expect(watched.body).toMatchObject({ ...title, emailAddress: first.emailAddress });
  expectRefusal(await first.find(title), 'PatronDoesntHaveTitleOnHold');
  expect((await second.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 1 });
  expect((await watchOf(first, title)).body).toEqual(watched.body);

  expect(offeredIn(watched)).toEqual(['unwatch', 'hold']);
  const held = await take(first, watched, 'hold');
  expect(held.body).toMatchObject({ holdListPosition: 2, numberOfHolds: 2 });
  expectRefusal(await watchOf(first, title), 'NotFound');
});

test('without a hold, with one that is ready, or at the limit of watches, neither changes', async () => {
  const instead = ({ reserveId }: TestTitle): { reserveId: string; insteadOfHold: true } => ({
    reserveId,
    insteadOfHold: true,
  });
  const { patron, title } = await library.ready();
  expectRefusal(await patron.post(WATCHES, instead(title)), 'HoldReadyForCheckout');
  const another = await library.addTitle();
  expectRefusal(await patron.post(WATCHES, instead(another)), 'PatronDoesntHaveTitleOnHold');
  expectRefusal(
    await patron.post(WATCHES, { ...instead(title), crossRefId: another.crossRefId }),
    'InvalidFieldValue',
  );
  expect((await patron.get(WATCHES)).body.totalItems).toBe(0);

  const full = await library.waiting();
  const { websiteId } = library;
  const titles = await Promise.all(Array.from({ length: 100 }, () => library.addTitle()));
  await library.service.database.prisma.watch.createMany({
    data: titles.map(({ reserveId }) => ({
      ...{ websiteId, patronId: full.patron.patronId, reserveId },
      ...{ watchedAt: new Date(), wasOwned: false },
    })),
  });
  const before = await full.patron.snapshot();
  expectRefusal(await full.patron.post(WATCHES, instead(full.title)), 'PatronExceededWatchLimit');
  expect(await full.patron.snapshot()).toEqual(before);
});

test('of 40 requests at once to watch instead of one hold, one ends it, and all others are refused', async () => {
  const { patron, title } = await library.waiting();
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      patron.post(WATCHES, { reserveId: title.reserveId, insteadOfHold: true }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 201))
    expectRefusal(answer, 'PatronDoesntHaveTitleOnHold');
  expect((await patron.get(WATCHES)).body.totalItems).toBe(1);
});

test('a watch offers to borrow what is free, and nothing of what is on hold, on loan or not there', async () => {
  const title = await library.addTitle(1);
  const patron = await library.addPatron();
  const watch = (): Promise<Answer> => mustSucceed(patron.post(WATCHES, { reserveId: title.reserveId }));
  expect(offeredIn(await watch())).toEqual(['unwatch', 'checkout']);
  await take(patron, await watch(), 'checkout');
  expect(offeredIn(await watch())).toEqual(['unwatch']);
  await mustSucceed(patron.returnTitle(title));
  await library.setCopiesOwned(title, 0);
  expect(offeredIn(await watchOf(patron, title))).toEqual(['unwatch', 'hold']);
  await mustSucceed(patron.place(title));
  expect(offeredIn(await watch())).toEqual(['unwatch']);
});

test.each([
  ['hold', 0],
  ['checkout', 1],
])('a %s ends the watch, and takes back what of it has not been told yet', async (action, copies) => {
  const title = await library.addTitle(1);
  const patron = await library.addPatron();
  const { reserveId } = title;
  const watched = await patron.post(WATCHES, { reserveId, emailAddress: patron.emailAddress });
  await tellWatchers(library.service.database, [library.websiteId]);
  expect(await unsent(patron)).toBe(1);
  await library.setCopiesOwned(title, copies);
  await take(patron, await watchOf(patron, title), action);
  expectRefusal(await watchOf(patron, title), 'NotFound');
  expect([watched.status, await unsent(patron)]).toEqual([201, 0]);
});
