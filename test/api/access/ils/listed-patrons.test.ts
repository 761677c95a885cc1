import { REFUSED_SIGN_INS, type RefusedSignIns } from '../../../../src/access/ils/refused-sign-ins.store.js';
import { IlsLibraries } from '../../../support/access/ils/ils-libraries.js';
import { expectOAuthRefusal } from '../../../support/access/oauth/oauth-answers.js';
import { expectNoContent, expectRefusal } from '../../../support/answers.js';
import { OperatorClient } from '../../../support/operator/operator-client.js';
import { category, patron } from '../../../support/records.js';

/** Patrons of lists who sign in by the system of their library. */

let ils: IlsLibraries;
beforeAll(async () => {
  ils = await IlsLibraries.open();
  const { pinLibrary: websiteId, service } = ils.libraries;
  await service.import(category('student', ['main'], { websiteId }));
  await ils.setSystem(websiteId, { defaultCategory: 'adult' });
});
afterAll(() => ils.close());

test('who signed in before a list named them is the patron of the first record that has the card, even if not as the first', async () => {
  const card = ils.newcomer();
  const patronId = await ils.patronIn(await ils.signIn(card));
  const own = { websiteId: ils.libraries.pinLibrary, patronId: undefined, externalId: `B-${card}` };
  const cardNumbers = [`first-${card}`, card];
  const listed = patron(0, { ...own, cardNumber: cardNumbers[0], cardNumbers });
  await ils.libraries.service.import(listed, listed);
  expect(await ils.patronIn(await ils.signIn(card))).toBe(patronId);
});

test.each([
  ['knows by the card', []],
  ['has a number for', [['XI', 'ils-two']]],
] as const)(
  'whom the system %s keeps what only this service knows, and gets the category',
  async (_, number) => {
    const { pinLibrary: websiteId, service } = ils.libraries;
    const card = ils.newcomer([['PC', 'AD'], ...number]);
    const cards = { cardNumber: card, cardNumbers: [card, `second-${card}`] };
    const own = { patronId: undefined, externalId: number[0]?.[1] ?? `list-${card}` };
    await service.import(
      patron(0, { websiteId, ...own, ...cards, category: 'student', holdLimit: 3, pin: '9999' }),
    );
    const patronId = await ils.holderOf(card);
    expectOAuthRefusal(await ils.signIn(card, '9999'), 'unauthorized_client');
    expect(await ils.patronIn(await ils.signIn(card))).toBe(patronId);
    expect(await ils.holderOf(`second-${card}`)).toBe(patronId);
    expect(await ils.storedOf(card)).toEqual({ category: 'adult', pinHash: null, holdLimit: 3 });
  },
);

test('to whom the lists give no number of the library is the one with the card', async () => {
  const card = ils.newcomer([
    ['PC', 'AD'],
    ['XI', ils.newNumber()],
  ]);
  const patronId = 4_990_001;
  await ils.libraries.service.import(
    patron(patronId, { websiteId: ils.libraries.pinLibrary, cardNumber: card }),
  );
  expect(await ils.patronIn(await ils.signIn(card))).toBe(patronId);
});

test('with a number unlike the system’s is not guessed to be the same: the card lets nobody in', async () => {
  const { pinLibrary: websiteId, service } = ils.libraries;
  const card = ils.newcomer([
    ['PC', 'AD'],
    ['XI', ils.newNumber()],
  ]);
  const own = { patronId: undefined, externalId: `list-${card}` };
  await service.import(patron(0, { websiteId, ...own, cardNumber: card }));
  expectRefusal(await ils.signIn(card), 'PatronCategoryUnknown', 'that of another patron');
  const [{ reasons }] = (await REFUSED_SIGN_INS.run(service.database, [websiteId])) as [RefusedSignIns];
  expect(reasons).toContainEqual(expect.stringContaining('(XI) is not the externalId'));
});

test('whom staff have merged into another signs in as that one, with either card, also with a new one', async () => {
  const number: [string, string] = ['XI', ils.newNumber()];
  const cards = [ils.newcomer(), ils.newcomer([number]), ils.newcomer()];
  const operator = new OperatorClient(ils.libraries.service.url);
  const patrons: number[] = [];
  for (const card of cards) patrons.push(await ils.patronIn(await ils.signIn(card)));
  const kept = patrons.pop()!;
  for (const patronId of patrons) expectNoContent(await operator.merge(patronId, kept));
  for (const card of [...cards, ils.newcomer([number])])
    expect(await ils.patronIn(await ils.signIn(card))).toBe(kept);
});
