import type { ErrorCode } from '../../src/domain/errors.js';
import { expectRefusal } from '../support/answers.js';
import { type Answer, fields } from '../support/client.js';
import { PUBLIC_URL } from '../support/service.js';
import { type Held, holdPath, type Reader, suspensionPath, TestLibrary } from '../support/test-library.js';

/**
 * Clients do what the responses offer. So every action that a hold shows is followed from the response alone, and every
 * one that it does not show is tried all the same.
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

async function actionsOf({ reader, title }: Held): Promise<Record<string, Action>> {
  return (await reader.find(title)).body.actions as Record<string, Action>;
}

/** Every way to fill the form in: each option of each field in turn, and where there are none its value. */
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

/** Does what a client does that knows nothing but the action. */
function follow(reader: Reader, action: Action, values: Record<string, string>): Promise<Answer> {
  expect(action.href.startsWith(`${PUBLIC_URL}/`)).toBe(true);
  const path = action.href.slice(PUBLIC_URL.length);
  const method = action.method.toUpperCase();
  if (action.fields === undefined) return reader.send(method, path);
  const headers = { 'content-type': action.type ?? 'application/json' };
  return reader.send(method, path, { headers, body: fields(values) });
}

const OFFERED = {
  waiting: ['removeHold', 'editHold', 'addSuspension'],
  suspended: ['removeHold', 'editHold', 'editSuspension', 'releaseSuspension'],
  ready: ['removeHold', 'addSuspension', 'checkout'],
} as const;
const CREATES: readonly string[] = ['addSuspension', 'checkout'];
const CONDITIONS = ['waiting', 'suspended', 'ready'] as const;

describe.each(CONDITIONS)('a %s hold', (condition) => {
  test('offers its actions in their order, each complete', async () => {
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
    'lets a client %s by what it shows alone, in every way it offers',
    async (name) => {
      const formOf = async (held: Held): Promise<Action> => {
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
        const { status, text } = await follow(held.reader, action, values);
        const expected = CREATES.includes(name) ? 201 : 204;
        expect([values, status, text]).toEqual([values, expected, expect.anything()]);
      }
    },
  );

  test('offers the same actions in the list, and to whoever placed it without an address', async () => {
    const { reader } = await library[condition]();
    expect(Object.keys((await reader.list()).body.holds[0].actions)).toEqual(OFFERED[condition]);
    const silent = await library.waiting({ ignoreHoldEmail: true });
    if (condition === 'suspended') await silent.reader.suspend(silent.title);
    if (condition === 'ready') await library.own(silent.title, 1);
    expect(Object.keys(await actionsOf(silent))).toEqual(OFFERED[condition]);
  });
});

test('the form to edit a hold placed without an address can be sent as it is', async () => {
  const held = await library.waiting({ ignoreHoldEmail: true });
  const { editHold } = await actionsOf(held);
  expect(editHold?.fields).toEqual([{ name: 'emailAddress', type: 'text', value: '', optional: true }]);
  expect(editHold && (await follow(held.reader, editHold, { emailAddress: '' })).status).toBe(204);
});

test('a ready hold offers checkout last: the checkouts, with the title preset and its formats to choose from', async () => {
  const { reader, title } = await library.ready();
  const actions = await actionsOf({ reader, title });
  expect(Object.keys(actions).at(-1)).toBe('checkout');
  expect(actions.checkout).toEqual({
    href: `${PUBLIC_URL}/v1/patrons/me/checkouts`,
    type: 'application/json',
    method: 'post',
    fields: [
      { name: 'reserveId', type: 'text', value: title.reserveId },
      { name: 'formatType', type: 'text', options: ['ebook-epub-adobe', 'ebook-kindle'], optional: true },
    ],
  });
});

describe('what a hold does not offer is refused, and nothing changes', () => {
  const suspension = { suspensionType: 'limited', numberOfDays: '7' };
  const TRIES: Readonly<Record<string, (held: Held) => Promise<Answer>>> = {
    editHold: ({ reader, title }) => reader.put(holdPath(title), { emailAddress: 'new@example.org' }),
    addSuspension: ({ reader, title }) => reader.post(suspensionPath(title), suspension),
    editSuspension: ({ reader, title }) => reader.put(suspensionPath(title), suspension),
    releaseSuspension: ({ reader, title }) => reader.delete(suspensionPath(title)),
    checkout: ({ reader, title }) => reader.borrow(title),
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
    const before = await held.reader.everything();
    expect(Object.keys(await actionsOf(held))).not.toContain(action);
    const answer = await TRIES[action]?.(held);
    if (answer === undefined) throw new Error(`Nothing is known of ${action}.`);
    expectRefusal(answer, code);
    expect(await held.reader.everything()).toEqual(before);
  });
});

describe('the answers of commands offer what is true of the hold at that moment', () => {
  test('a placement', async () => {
    const [first, second, title] = [await library.reader(), await library.reader(), await library.title(1)];
    expect(Object.keys((await first.place(title)).body.actions)).toEqual(OFFERED.ready);
    expect(Object.keys((await second.place(title)).body.actions)).toEqual(OFFERED.waiting);
  });

  test('a suspension', async () => {
    for (const condition of ['waiting', 'ready'] as const) {
      const { reader, title } = await library[condition]();
      expect(Object.keys((await reader.suspend(title)).body.actions)).toEqual(OFFERED.suspended);
    }
  });
});
