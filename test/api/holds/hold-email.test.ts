import { expectCreated, expectNoContent, expectRefusal } from '../../support/answers.js';
import { type PatronAndTitle, TestLibrary, type TestTitle } from '../../support/test-library.js';

let library: TestLibrary;
let held: PatronAndTitle;
let free: TestTitle;
beforeAll(async () => {
  library = await TestLibrary.open();
  held = await library.waiting();
  free = await library.addTitle(1);
});

const d = (length: number): string => 'd'.repeat(length);
/** 64 + 1 + 63 + 1 + 63 + 1 + 57 + 1 + 3 characters. */
const LONGEST_ADDRESS = `${'l'.repeat(64)}@${d(63)}.${d(63)}.${d(57)}.org`;
const TOO_LONG_ADDRESS = `${'l'.repeat(64)}@${d(63)}.${d(63)}.${d(58)}.org`;

const VALID = [
  'reader@example.org',
  'a@b.cd',
  'reader+holds@example.org',
  'a.b-c_d@library.branch-2.example.org',
  "o'brien@example.org",
  'Reader@Example.ORG',
  LONGEST_ADDRESS,
];

/** With their domains as mail servers know them. */
const IN_ANY_SCRIPT = [
  ['Leser@bücher.example', 'Leser@xn--bcher-kva.example'],
  ['reader@例え。テスト', 'reader@xn--r8jz45g.xn--zckzah'],
] as const;

const INVALID = [
  ['no at sign', 'reader.example.org'],
  ['no local part', '@example.org'],
  ['no domain', 'reader@'],
  ['no dot in the domain', 'reader@localhost'],
  ['two at signs', 'reader@home@example.org'],
  ['two dots in a row', 'reader@example..org'],
  ['a list by comma', 'reader@example.org,other@example.org'],
  ['a list by semicolon', 'reader@example.org;other@example.org'],
  ['a list by space', 'reader@example.org other@example.org'],
  ['a display name', 'Reader <reader@example.org>'],
  ['angle brackets', '<reader@example.org>'],
  ['a quoted local part', '"reader"@example.org'],
  ['a comment', 'reader(home)@example.org'],
  ['an address literal', 'reader@[127.0.0.1]'],
  ['a line break that adds a header', 'reader@example.org\r\nBcc: other@example.org'],
  ['a trailing line end', 'reader@example.org\n'],
  ['a tab', 'rea\tder@example.org'],
  ['a control character', 'rea\u0007der@example.org'],
  ['a delete character', 'rea\u007fder@example.org'],
  ['a leading space', ' reader@example.org'],
  ['letters beyond ASCII', 'lęser@example.org'],
  ['another at sign in the domain', 'reader@home＠bücher.example'],
  ['a port in the domain', 'reader@bücher.example:25'],
  ['a percent sign in the domain', 'reader@b%c3%bccher.ę.example'],
  ['a right-to-left mark', 'reader\u200f@example.org'],
  ['a backslash', 'rea\\der@example.org'],
  ['255 characters', TOO_LONG_ADDRESS],
  ['a mailto address', 'mailto:reader@example.org'],
] as const;

const ADDRESS_RULE = /^emailAddress must be one e-mail address like local@example\.org, of at most 254/;

test('an address of any of these kinds is accepted, and kept unchanged but for a domain in another script', async () => {
  expect([LONGEST_ADDRESS, TOO_LONG_ADDRESS].map((address) => address.length)).toEqual([254, 255]);
  const patron = await library.addPatron();
  for (const [emailAddress, kept = emailAddress] of [
    ...VALID.map((each) => [each] as const),
    ...IN_ANY_SCRIPT,
  ]) {
    const title = await library.addTitle();
    const answer = await patron.place(title, { emailAddress });
    expectCreated(answer);
    expect(answer.body.emailAddress).toBe(kept);
    expectNoContent(await patron.edit(title, { emailAddress: 'between@example.org' }));
    expectNoContent(await patron.edit(title, { emailAddress }));
    expect((await patron.find(title)).body.emailAddress).toBe(kept);
    expectCreated(await patron.suspend(title, { suspensionType: 'indefinite', emailAddress }));
    expect((await patron.find(title)).body.emailAddress).toBe(kept);
  }
});

test.each(INVALID)(
  'an address with %s is refused for a new hold, a change and a suspension, and nothing changes',
  async (_, emailAddress) => {
    const { patron, title } = held;
    const before = await patron.snapshot();
    for (const answer of [
      await patron.place(free, { emailAddress }),
      await patron.edit(title, { emailAddress }),
      await patron.suspend(title, { suspensionType: 'indefinite', emailAddress }),
    ]) {
      expectRefusal(answer, 'InvalidEmailAddress', ADDRESS_RULE);
      expect(answer.body.message).not.toContain('reader');
    }
    expect(await patron.snapshot()).toEqual(before);
  },
);

describe('the address of a new hold', () => {
  test('is missing when it is empty, unless ignoreHoldEmail is true', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
    for (const values of [
      {},
      { emailAddress: null },
      { emailAddress: '' },
      { ignoreHoldEmail: false },
      { ignoreHoldEmail: 'FALSE' },
      { ignoreHoldEmail: null },
      { ignoreEmail: true, ignoreHoldEmail: false },
    ])
      expectRefusal(
        await patron.place(title, values),
        'MissingField',
        /^emailAddress is missing: it must be one e-mail address/,
      );
    for (const ignoreHoldEmail of ['maybe', '1', 1, 0, 'yes', ' true'])
      expectRefusal(
        await patron.place(title, { ignoreHoldEmail, emailAddress: 'reader@example.org' }),
        'InvalidFieldValue',
        'ignoreHoldEmail must be true or false.',
      );
    expect((await patron.list()).body.totalItems).toBe(0);
  });

  test('is not stored with ignoreHoldEmail, or ignoreEmail, whatever the request has', async () => {
    const patron = await library.addPatron();
    for (const values of [
      { ignoreHoldEmail: true },
      { ignoreHoldEmail: 'TRUE' },
      { ignoreHoldEmail: 'True', emailAddress: 'child@example.org' },
      { ignoreHoldEmail: 'true', emailAddress: 'not an address at all' },
      { ignoreEmail: 'true' },
    ]) {
      const title = await library.addTitle();
      const answer = await patron.place(title, values);
      expectCreated(answer);
      expect(answer.body.emailAddress).toBe('');
      expect((await patron.find(title)).body.emailAddress).toBe('');
    }
    expect((await patron.profile()).body).not.toHaveProperty('lastHoldEmail');
  });
});

describe('the patron’s last address', () => {
  test('is absent at first, and is the address of the latest placement or edit with one', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle()];
    const last = async (): Promise<unknown> => (await patron.profile()).body.lastHoldEmail;
    await patron.place(await library.addTitle(), { ignoreHoldEmail: true });
    expect((await patron.profile()).body).not.toHaveProperty('lastHoldEmail');
    await patron.place(title, { emailAddress: 'first@example.org' });
    expect(await last()).toBe('first@example.org');
    await patron.place(await library.addTitle(), { emailAddress: 'second@example.org' });
    expect(await last()).toBe('second@example.org');
    await patron.edit(title, { emailAddress: 'third@example.org' });
    expect(await last()).toBe('third@example.org');
  });

  test('stays when a hold ends, is suspended, or is placed or edited without an address', async () => {
    const { patron, title } = await library.waiting({ emailAddress: 'kept@example.org' });
    await patron.place(await library.addTitle(), { ignoreHoldEmail: true });
    await patron.suspend(title, { suspensionType: 'indefinite', emailAddress: 'KEPT@example.org' });
    await patron.edit(title, {});
    await (await library.addPatron()).place(title, { emailAddress: 'theirs@example.org' });
    await patron.remove(title);
    expect((await patron.profile()).body.lastHoldEmail).toBe('kept@example.org');
  });
});
