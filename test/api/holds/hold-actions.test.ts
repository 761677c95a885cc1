import type { ErrorCode } from '../../../src/domain/errors.js';
import { expectRefusal } from '../../support/answers.js';
import { type Answer, fields } from '../../support/client.js';
import { holdPath, suspensionPath } from '../../support/paths.js';
import { pathOf, PUBLIC_URL } from '../../support/service.js';
import { type PatronAndTitle, TestLibrary, type TestPatron } from '../../support/test-library.js';

/**
 * Clients do what the answers offer. So these tests follow every action of a hold from the answer alone, and also try every
 * action that it does not offer.
 */
let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

interface ActionField {
  readonly name: string;
  readonly type: 'text' | 'number';
  readonly value?: string;
  readonly options?: readonly string[];
  readonly optional?: boolean;
}

interface Action {
  readonly href: string;
  readonly type?: string;
  readonly method: string;
  readonly fields?: readonly ActionField[];
}

async function actionsOf({ patron, title }: PatronAndTitle): Promise<Record<string, Action>> {
  return (await patron.find(title)).body.actions as Record<string, Action>;
}

/** Every way to fill in the form: all combinations of options, and the value of a field without options. */
function waysToFill(inputs: readonly ActionField[]): Record<string, string>[] {
  return inputs.reduce<Record<string, string>[]>(
    (ways, field) => ways.flatMap((way) => textsFor(field).map((text) => ({ ...way, [field.name]: text }))),
    [{}],
  );
}

function textsFor({ type, value, options }: ActionField): readonly string[] {
  if (options !== undefined) return options;
  return [value ?? (type === 'number' ? '7' : '')];
}

/** Sends the request that the action describes. */
function follow(patron: TestPatron, action: Action, values: Record<string, string>): Promise<Answer> {
  expect(action.href.startsWith(`${PUBLIC_URL}/`)).toBe(true);
  const path = pathOf(action.href);
  const method = action.method.toUpperCase();
  if (action.fields === undefined) return patron.send(method, path);
  const headers = { 'content-type': action.type ?? 'application/json' };
  return patron.send(method, path, { headers, body: fields(values) });
}

const OFFERED = {
  waiting: ['removeHold', 'editHold', 'addSuspension'],
  suspended: ['removeHold', 'editHold', 'editSuspension', 'releaseSuspension'],
  ready: ['removeHold', 'addSuspension', 'checkout'],
} as const;
const CREATES: readonly string[] = ['addSuspension', 'checkout'];
const CONDITIONS = ['waiting', 'suspended', 'ready'] as const;

describe.each(CONDITIONS)('a %s hold', (condition) => {
  test('offers complete actions, in their order', async () => {
    const actions = await actionsOf(await library[condition]());
    expect(Object.keys(actions)).toEqual(OFFERED[condition]);
    for (const { href, method, type, fields: inputs } of Object.values(actions)) {
      expect(href).toMatch(/^https:\/\/holds\.example\.org\/v1\/patrons\/me\//);
      expect(['post', 'put', 'delete']).toContain(method);
      expect(type).toBe(inputs === undefined ? undefined : 'application/json');
      for (const { name, type: inputType } of inputs ?? []) {
        expect(name).toMatch(/^[a-zA-Z]+$/);
        expect(['text', 'number']).toContain(inputType);
      }
    }
  });

  test.each(OFFERED[condition])(
    'lets a client %s from the action alone, in every way it offers',
    async (name) => {
      const formOf = async (held: PatronAndTitle): Promise<Action> => {
        const action = (await actionsOf(held))[name];
        if (action === undefined) throw new Error(`A ${condition} hold does not offer ${name}.`);
        return action;
      };
      const ways = waysToFill((await formOf(await library[condition]())).fields ?? []).length;
      expect(ways).toBeGreaterThan(0);
      for (let way = 0; way < ways; way++) {
        const held = await library[condition]();
        const action = await formOf(held);
        const values = waysToFill(action.fields ?? [])[way] ?? {};
        const { status, text } = await follow(held.patron, action, values);
        const expected = CREATES.includes(name) ? 201 : 204;
        expect([values, status, text]).toEqual([values, expected, expect.anything()]);
      }
    },
  );

  test('offers the same actions in the list, and without an e-mail address all but editHold', async () => {
    const { patron } = await library[condition]();
    expect(Object.keys((await patron.list()).body.holds[0].actions)).toEqual(OFFERED[condition]);
    const withoutEmail = await library.waiting({ ignoreHoldEmail: true });
    if (condition === 'suspended') await withoutEmail.patron.suspend(withoutEmail.title);
    if (condition === 'ready') await library.setCopiesOwned(withoutEmail.title, 1);
    expect(Object.keys(await actionsOf(withoutEmail))).toEqual(
      OFFERED[condition].filter((name) => name !== 'editHold'),
    );
  });
});

test('a hold without an address may still be sent a change that changes nothing', async () => {
  const { patron, title } = await library.waiting({ ignoreHoldEmail: true });
  expect((await patron.edit(title, { emailAddress: '' })).status).toBe(204);
});

test('a ready hold offers checkout last, with the title filled in and its formats as options', async () => {
  const { patron, title } = await library.ready();
  const actions = await actionsOf({ patron, title });
  expect(Object.keys(actions).at(-1)).toBe('checkout');
  expect(actions.checkout).toEqual({
    href: `${PUBLIC_URL}/v1/patrons/me/checkouts`,
    type: 'application/json',
    method: 'post',
    fields: [
      { name: 'reserveId', type: 'text', value: title.reserveId, optional: false },
      { name: 'formatType', type: 'text', options: ['ebook-epub-adobe', 'ebook-kindle'], optional: true },
    ],
  });
});

describe('an action that a hold does not offer is refused, and changes nothing', () => {
  const suspension = { suspensionType: 'limited', numberOfDays: '7' };
  const REQUESTS: Readonly<Record<string, (held: PatronAndTitle) => Promise<Answer>>> = {
    editHold: ({ patron, title }) => patron.put(holdPath(title), { emailAddress: 'new@example.org' }),
    addSuspension: ({ patron, title }) => patron.post(suspensionPath(title), suspension),
    editSuspension: ({ patron, title }) => patron.put(suspensionPath(title), suspension),
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
    ['ready', 'editSuspension', 'HoldNotSuspended'],
    ['ready', 'releaseSuspension', 'HoldNotSuspended'],
  ] as const)('a %s hold: %s is %s', async (condition, action, code: ErrorCode) => {
    const held = await library[condition]();
    const before = await held.patron.snapshot();
    expect(Object.keys(await actionsOf(held))).not.toContain(action);
    const answer = await REQUESTS[action]?.(held);
    if (answer === undefined) throw new Error(`There is no request for ${action}.`);
    expectRefusal(answer, code);
    expect(await held.patron.snapshot()).toEqual(before);
  });
});

describe('the answers of commands offer the actions of the hold’s new condition', () => {
  test('a placement', async () => {
    const [first, second, title] = [
      await library.addPatron(),
      await library.addPatron(),
      await library.addTitle(1),
    ];
    expect(Object.keys((await first.place(title)).body.actions)).toEqual(OFFERED.ready);
    expect(Object.keys((await second.place(title)).body.actions)).toEqual(OFFERED.waiting);
  });

  test('a suspension', async () => {
    for (const condition of ['waiting', 'ready'] as const) {
      const { patron, title } = await library[condition]();
      expect(Object.keys((await patron.suspend(title)).body.actions)).toEqual(OFFERED.suspended);
    }
  });
});
