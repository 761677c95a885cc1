import { withoutToken } from '../../support/answers.js';
import { type Answer, fields, mustSucceed, type PatronClient } from '../../support/client.js';
import { CHECKOUT_ROUTES, HOLD_ROUTES, type Route } from '../../support/requests/routes.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';

let library: TestLibrary;
let patron: TestPatron;
let other: TestPatron;
/** The other patron has a ready hold on the first, a waiting one on the second, a suspended one on the third and a loan of the fourth. */
let titlesOfOther: TestTitle[];
let titleOfNobody: TestTitle;
beforeAll(async () => {
  library = await TestLibrary.open();
  [patron, other] = await library.addPatrons(2);
  const [ready, waiting, suspended, lent] = [
    await library.addTitle(1),
    await library.addTitle(),
    await library.addTitle(),
    await library.addTitle(1),
  ];
  for (const title of [ready, waiting, suspended]) await mustSucceed(other.place(title));
  await mustSucceed(other.suspend(suspended));
  await mustSucceed(other.borrow(lent));
  titlesOfOther = [ready, waiting, suspended, lent];
  titleOfNobody = await library.addTitle();
});

/** All ways to identify a title. */
const IDENTIFIERS: readonly ((title: TestTitle) => string)[] = [
  ({ crossRefId }) => String(crossRefId),
  ({ reserveId }) => reserveId,
  ({ reserveId }) => reserveId.toUpperCase(),
  ({ reserveId }) => reserveId.replace('aaaa', 'AaAa'),
];

function ask(patron: PatronClient, { method, path, fields: values }: Route, id: string): Promise<Answer> {
  const address = path.replace('{id}', id);
  if (values === undefined) return patron.send(method, address);
  return patron.send(method, address, {
    headers: { 'content-type': 'application/json' },
    body: fields(values),
  });
}

const seenByOther = async (): Promise<unknown> => [await other.snapshot(), (await other.loans()).text];

test.each([...HOLD_ROUTES, ...CHECKOUT_ROUTES])(
  '$method $path reveals nothing about another patron’s titles, in any spelling',
  async (route) => {
    const before = await seenByOther();
    for (const identify of IDENTIFIERS) {
      const answerForNobody = withoutToken(await ask(patron, route, identify(titleOfNobody)));
      expect(answerForNobody.status).toBe(HOLD_ROUTES.includes(route) ? 404 : 400);
      for (const title of titlesOfOther)
        expect(withoutToken(await ask(patron, route, identify(title)))).toEqual(answerForNobody);
    }
    expect(await seenByOther()).toEqual(before);
  },
);

test('trying to borrow a title does not reveal whether its copy is set aside for another patron or on loan to them', async () => {
  const [ready, , , lent] = titlesOfOther;
  const answers = [];
  for (const title of [ready!, lent!, titleOfNobody]) answers.push(withoutToken(await patron.borrow(title)));
  expect(answers).toEqual(Array(3).fill(answers[0]));
  expect(answers[0]!.status).toBe(400);
});
