import type { ErrorCode } from '../../../src/domain/errors.js';
import { expectRefusal } from '../../support/answers.js';
import type { Answer } from '../../support/client.js';
import { holdPath, suspensionPath } from '../../support/paths.js';
import { PUBLIC_URL } from '../../support/service.js';
import { type PatronAndTitle, TestLibrary, type TestTitle } from '../../support/test-library.js';

/** Clients do what the answers offer. clients/hypermedia-walk.test.ts follows each action from the answer alone. */
let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});

const OFFERED = {
  waiting: ['removeHold', 'editHold', 'addSuspension', 'chooseLastDay', 'watchInstead'],
  suspended: [
    'removeHold',
    'editHold',
    'editSuspension',
    'releaseSuspension',
    'chooseLastDay',
    'watchInstead',
  ],
  ready: ['removeHold', 'addSuspension', 'checkout'],
} as const;
const CONDITIONS = ['waiting', 'suspended', 'ready'] as const;

/** The actions as they stand in an answer. */
function actionsFor({ reserveId }: TestTitle, emailAddress: string): Record<string, object> {
  const self = `${PUBLIC_URL}/v1/patrons/me/holds/${reserveId}`;
  const suspension = {
    href: `${self}/suspension`,
    type: 'application/json',
    fields: [
      { name: 'suspensionType', type: 'text', options: ['indefinite', 'limited'], optional: false },
      { name: 'numberOfDays', type: 'number', optional: true },
    ],
  };
  return {
    removeHold: { href: self, method: 'delete' },
    editHold: {
      href: self,
      type: 'application/json',
      method: 'put',
      fields: [{ name: 'emailAddress', type: 'text', value: emailAddress, optional: true }],
    },
    chooseLastDay: {
      href: self,
      type: 'application/json',
      method: 'put',
      fields: [{ name: 'notNeededAfter', type: 'date', optional: true }],
    },
    addSuspension: { ...suspension, method: 'post' },
    editSuspension: { ...suspension, method: 'put' },
    releaseSuspension: { href: `${self}/suspension`, method: 'delete' },
    watchInstead: {
      href: `${PUBLIC_URL}/v1/patrons/me/watches`,
      type: 'application/json',
      method: 'post',
      fields: [
        { name: 'reserveId', type: 'text', value: reserveId, optional: false },
        { name: 'emailAddress', type: 'text', value: emailAddress, optional: true },
        { name: 'insteadOfHold', type: 'text', value: 'true', options: ['true'], optional: false },
      ],
    },
    checkout: {
      href: `${PUBLIC_URL}/v1/patrons/me/checkouts`,
      type: 'application/json',
      method: 'post',
      fields: [
        { name: 'reserveId', type: 'text', value: reserveId, optional: false },
        { name: 'formatType', type: 'text', options: ['ebook-epub-adobe', 'ebook-kindle'], optional: true },
      ],
    },
  };
}

const actionsIn = ({ body }: Answer): [string, object][] => Object.entries(body.actions as object);

test.each(CONDITIONS)(
  'a %s hold offers these actions, in this order, wherever it is shown',
  async (condition) => {
    const { patron, title } = await library[condition]();
    const all = actionsFor(title, patron.emailAddress);
    const expected = OFFERED[condition].map((name) => [name, all[name]]);
    expect(actionsIn(await patron.find(title))).toEqual(expected);
    const withoutEmail = await library.waiting({ ignoreHoldEmail: true });
    if (condition === 'suspended') await withoutEmail.patron.suspend(withoutEmail.title);
    if (condition === 'ready') await library.setCopiesOwned(withoutEmail.title, 1);
    const { body } = await withoutEmail.patron.find(withoutEmail.title);
    expect(Object.keys(body.actions as object)).toEqual(
      OFFERED[condition].filter((name) => name !== 'editHold'),
    );
  },
);

test('the answers of commands offer the actions of the hold’s new condition', async () => {
  const [[first, second], title] = [await library.addPatrons(2), await library.addTitle(1)];
  const names = async (answer: Promise<Answer>): Promise<string[]> =>
    actionsIn(await answer).map(([name]) => name);
  expect(await names(first.place(title))).toEqual(OFFERED.ready);
  expect(await names(second.place(title))).toEqual(OFFERED.waiting);
  expect(await names(first.suspend(title))).toEqual(OFFERED.suspended);
  const { patron, title: waitedFor } = await library.waiting();
  expect(await names(patron.suspend(waitedFor))).toEqual(OFFERED.suspended);
});

const REQUESTS: Readonly<Record<string, (held: PatronAndTitle) => Promise<Answer>>> = {
  editHold: ({ patron, title }) => patron.put(holdPath(title), { emailAddress: 'new@example.org' }),
  chooseLastDay: ({ patron, title }) => patron.put(holdPath(title), { notNeededAfter: null }),
  addSuspension: ({ patron, title }) => patron.suspend(title),
  editSuspension: ({ patron, title }) => patron.editSuspension(title, { suspensionType: 'indefinite' }),
  releaseSuspension: ({ patron, title }) => patron.delete(suspensionPath(title)),
  checkout: ({ patron, title }) => patron.borrow(title),
};

test.each([
  ['waiting', 'editSuspension', 'HoldNotSuspended'],
  ['waiting', 'releaseSuspension', 'HoldNotSuspended'],
  ['waiting', 'checkout', 'NoCopiesAvailable'],
  ['suspended', 'addSuspension', 'HoldAlreadySuspended'],
  ['suspended', 'checkout', 'NoCopiesAvailable'],
  ['ready', 'editHold', 'HoldReadyForCheckout'],
  ['ready', 'chooseLastDay', 'HoldReadyForCheckout'],
  ['ready', 'editSuspension', 'HoldNotSuspended'],
  ['ready', 'releaseSuspension', 'HoldNotSuspended'],
] as const)(
  'what a %s hold does not offer is refused, and changes nothing: %s is %s',
  async (condition, action, code: ErrorCode) => {
    const held = await library[condition]();
    const before = await held.patron.snapshot();
    expectRefusal(await REQUESTS[action]!(held), code);
    expect(await held.patron.snapshot()).toEqual(before);
  },
);
