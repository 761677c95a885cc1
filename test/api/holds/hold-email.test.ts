import { expectCreated, expectNoContent, expectRefusal } from '../../support/answers.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

const d = (length: number): string => 'd'.repeat(length);
/** 64 + 1 + 63 + 1 + 63 + 1 + 57 + 1 + 3 characters. */
const LONGEST_ADDRESS = `${'l'.repeat(64)}@${d(63)}.${d(63)}.${d(57)}.org`;
const TOO_LONG_ADDRESS = `${'l'.repeat(64)}@${d(63)}.${d(63)}.${d(58)}.org`;

const VALID = [
  ['a plain address', 'reader@example.org'],
  ['the minimum length', 'a@b.cd'],
  ['a plus sign', 'reader+holds@example.org'],
  ['dots and hyphens', 'a.b-c_d@library.branch-2.example.org'],
  ['an apostrophe', "o'brien@example.org"],
  ['upper case, which is kept', 'Reader@Example.ORG'],
  ['254 characters', LONGEST_ADDRESS],
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
  ['a right-to-left mark', 'reader\u200f@example.org'],
  ['a backslash', 'rea\\der@example.org'],
  ['255 characters', TOO_LONG_ADDRESS],
  ['a mailto address', 'mailto:reader@example.org'],
] as const;

const ADDRESS_RULE = /^emailAddress must be one e-mail address like local@example\.org, of at most 254/;

test('the long addresses of these tests have 254 and 255 characters', () => {
  expect([LONGEST_ADDRESS, TOO_LONG_ADDRESS].map((address) => address.length)).toEqual([254, 255]);
});

test.each(VALID)('an address with %s is accepted, and kept unchanged', async (_, emailAddress) => {
  const [patron, title] = [await library.addPatron(), await library.addTitle()];
  const answer = await patron.place(title, { emailAddress });
  expectCreated(answer);
  expect(answer.body.emailAddress).toBe(emailAddress);
  expectNoContent(await patron.edit(title, { emailAddress: 'between@example.org' }));
  expectNoContent(await patron.edit(title, { emailAddress }));
  expect((await patron.find(title)).body.emailAddress).toBe(emailAddress);
});

test.each(INVALID)('an address with %s is refused, and no hold is placed', async (_, emailAddress) => {
  const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
  const before = await patron.snapshot();
  const answer = await patron.place(title, { emailAddress });
  expectRefusal(answer, 'InvalidEmailAddress', ADDRESS_RULE);
  expect(answer.body.message).not.toContain('reader');
  expect(await patron.snapshot()).toEqual(before);
});

describe('a waiting hold', () => {
  test.each(INVALID)('keeps its address when the new one has %s', async (_, emailAddress) => {
    const { patron, title } = await library.waiting();
    const before = await patron.snapshot();
    expectRefusal(await patron.edit(title, { emailAddress }), 'InvalidEmailAddress', ADDRESS_RULE);
    expectRefusal(
      await patron.suspend(title, { suspensionType: 'indefinite', emailAddress }),
      'InvalidEmailAddress',
      ADDRESS_RULE,
    );
    expect(await patron.snapshot()).toEqual(before);
  });
});

describe('the address of a new hold', () => {
  test.each([
    ['absent', {}],
    ['null', { emailAddress: null }],
    ['empty', { emailAddress: '' }],
    ['absent though ignoreHoldEmail is false', { ignoreHoldEmail: false }],
    ['absent though ignoreHoldEmail is "FALSE"', { ignoreHoldEmail: 'FALSE' }],
    ['absent though ignoreHoldEmail is null', { ignoreHoldEmail: null }],
  ])('is missing when %s', async (_, values) => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
    const answer = await patron.place(title, values);
    expectRefusal(answer, 'MissingField', /^emailAddress is missing: it must be one e-mail address/);
    expect((await patron.list()).body.totalItems).toBe(0);
  });

  test('is not needed with ignoreEmail either, which ignoreHoldEmail goes before', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle()];
    expectRefusal(await patron.place(title, { ignoreEmail: true, ignoreHoldEmail: false }), 'MissingField');
    expectCreated(await patron.place(title, { ignoreEmail: 'true' }));
    expect((await patron.find(title)).body.emailAddress).toBe('');
    expectRefusal(await patron.edit(title, { ignoreEmail: false }), 'IgnoreHoldEmailCannotBeChanged');
  });

  test.each([true, 'true', 'TRUE', 'True'])(
    'is not needed with ignoreHoldEmail %j',
    async (ignoreHoldEmail) => {
      const [patron, title] = [await library.addPatron(), await library.addTitle()];
      const answer = await patron.place(title, { ignoreHoldEmail });
      expectCreated(answer);
      expect(answer.body.emailAddress).toBe('');
      expect((await patron.find(title)).body.emailAddress).toBe('');
    },
  );

  test.each(['maybe', '1', 1, 0, 'yes', ' true'])(
    'ignoreHoldEmail %j is refused by name',
    async (ignoreHoldEmail) => {
      const [patron, title] = [await library.addPatron(), await library.addTitle()];
      const answer = await patron.place(title, { ignoreHoldEmail, emailAddress: 'reader@example.org' });
      expectRefusal(answer, 'InvalidFieldValue', 'ignoreHoldEmail must be true or false.');
      expect((await patron.list()).body.totalItems).toBe(0);
    },
  );

  test.each(['child@example.org', 'not an address at all'])(
    'is not stored with ignoreHoldEmail, even if the request has %j',
    async (emailAddress) => {
      const [patron, title] = [await library.addPatron(), await library.addTitle()];
      const answer = await patron.place(title, { ignoreHoldEmail: true, emailAddress });
      expectCreated(answer);
      expect(answer.body.emailAddress).toBe('');
      expect((await patron.profile()).body).not.toHaveProperty('lastHoldEmail');
    },
  );
});

describe('the patron’s last address', () => {
  test('is absent at first, and is the address of the latest placement or edit with one', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle()];
    const last = async (): Promise<unknown> => (await patron.profile()).body.lastHoldEmail;
    expect((await patron.profile()).body).not.toHaveProperty('lastHoldEmail');

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
    await patron.remove(title);
    expect((await patron.profile()).body.lastHoldEmail).toBe('kept@example.org');
  });

  test('does not change when another patron places a hold', async () => {
    const { patron, title } = await library.waiting({ emailAddress: 'mine@example.org' });
    await (await library.addPatron()).place(title, { emailAddress: 'theirs@example.org' });
    expect((await patron.profile()).body.lastHoldEmail).toBe('mine@example.org');
  });
});
