import { expectCreated, expectNoContent, expectRefusal } from '../support/answers.js';
import { TestLibrary } from '../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

const d = (length: number): string => 'd'.repeat(length);
/** 64 + 1 + 63 + 1 + 63 + 1 + 57 + 1 + 3 characters. */
const LONGEST = `${'l'.repeat(64)}@${d(63)}.${d(63)}.${d(57)}.org`;
const TOO_LONG = `${'l'.repeat(64)}@${d(63)}.${d(63)}.${d(58)}.org`;

const GOOD = [
  ['a plain address', 'reader@example.org'],
  ['the shortest there is', 'a@b.cd'],
  ['a plus sign', 'reader+holds@example.org'],
  ['dots and hyphens', 'a.b-c_d@library.branch-2.example.org'],
  ['an apostrophe', "o'brien@example.org"],
  ['capitals, which are kept', 'Reader@Example.ORG'],
  ['254 characters', LONGEST],
] as const;

const BAD = [
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
  ['letters that no plain mail server takes', 'lęser@example.org'],
  ['a right-to-left mark', 'reader\u200f@example.org'],
  ['a backslash', 'rea\\der@example.org'],
  ['255 characters', TOO_LONG],
  ['a mailto address', 'mailto:reader@example.org'],
] as const;

const ALLOWED = /^emailAddress must be one e-mail address like local@example\.org, of at most 254/;

test('the long addresses of these tests have 254 and 255 characters', () => {
  expect([LONGEST, TOO_LONG].map((address) => address.length)).toEqual([254, 255]);
});

test.each(GOOD)('a hold takes an address with %s, as it was sent', async (_, emailAddress) => {
  const [reader, title] = [await library.reader(), await library.title()];
  const answer = await reader.place(title, { emailAddress });
  expectCreated(answer);
  expect(answer.body.emailAddress).toBe(emailAddress);
  expectNoContent(await reader.edit(title, { emailAddress: 'between@example.org' }));
  expectNoContent(await reader.edit(title, { emailAddress }));
  expect((await reader.find(title)).body.emailAddress).toBe(emailAddress);
});

test.each(BAD)('an address with %s is refused at placement, and nothing is held', async (_, emailAddress) => {
  const [reader, title] = [await library.reader(), await library.title(1)];
  const before = await reader.everything();
  const answer = await reader.place(title, { emailAddress });
  expectRefusal(answer, 'InvalidEmailAddress', ALLOWED);
  expect(answer.body.message).not.toContain('reader');
  expect(await reader.everything()).toEqual(before);
});

describe('a hold that waits', () => {
  test.each(BAD)('keeps its address when the new one has %s', async (_, emailAddress) => {
    const { reader, title } = await library.waiting();
    const before = await reader.everything();
    expectRefusal(await reader.edit(title, { emailAddress }), 'InvalidEmailAddress', ALLOWED);
    expectRefusal(
      await reader.suspend(title, { suspensionType: 'indefinite', emailAddress }),
      'InvalidEmailAddress',
      ALLOWED,
    );
    expect(await reader.everything()).toEqual(before);
  });
});

describe('the address that a placement needs', () => {
  test.each([
    ['absent', {}],
    ['null', { emailAddress: null }],
    ['empty', { emailAddress: '' }],
    ['absent though ignoreHoldEmail is false', { ignoreHoldEmail: false }],
    ['absent though ignoreHoldEmail is "FALSE"', { ignoreHoldEmail: 'FALSE' }],
    ['absent though ignoreHoldEmail is null', { ignoreHoldEmail: null }],
  ])('is missing when %s', async (_, values) => {
    const [reader, title] = [await library.reader(), await library.title(1)];
    const answer = await reader.place(title, values);
    expectRefusal(answer, 'MissingField', /^emailAddress is missing: it must be one e-mail address/);
    expect((await reader.list()).body.totalItems).toBe(0);
  });

  test.each([true, 'true', 'TRUE', 'True'])(
    'is not needed with ignoreHoldEmail %j',
    async (ignoreHoldEmail) => {
      const [reader, title] = [await library.reader(), await library.title()];
      const answer = await reader.place(title, { ignoreHoldEmail });
      expectCreated(answer);
      expect(answer.body.emailAddress).toBe('');
      expect((await reader.find(title)).body.emailAddress).toBe('');
    },
  );

  test.each(['maybe', '1', 1, 0, 'yes', ' true'])(
    'ignoreHoldEmail %j is refused by name',
    async (ignoreHoldEmail) => {
      const [reader, title] = [await library.reader(), await library.title()];
      const answer = await reader.place(title, { ignoreHoldEmail, emailAddress: 'reader@example.org' });
      expectRefusal(answer, 'InvalidFieldValue', 'ignoreHoldEmail must be true or false.');
      expect((await reader.list()).body.totalItems).toBe(0);
    },
  );

  test.each(['child@example.org', 'not an address at all'])(
    'is not stored with ignoreHoldEmail, even if %j is sent',
    async (emailAddress) => {
      const [reader, title] = [await library.reader(), await library.title()];
      const answer = await reader.place(title, { ignoreHoldEmail: true, emailAddress });
      expectCreated(answer);
      expect(answer.body.emailAddress).toBe('');
      expect((await reader.profile()).body).not.toHaveProperty('lastHoldEmail');
    },
  );
});

describe('the patron’s last address', () => {
  test('is absent until there is one, and follows every placement and change that sets an address', async () => {
    const [reader, title] = [await library.reader(), await library.title()];
    const last = async (): Promise<unknown> => (await reader.profile()).body.lastHoldEmail;
    expect((await reader.profile()).body).not.toHaveProperty('lastHoldEmail');

    await reader.place(await library.title(), { ignoreHoldEmail: true });
    expect((await reader.profile()).body).not.toHaveProperty('lastHoldEmail');

    await reader.place(title, { emailAddress: 'first@example.org' });
    expect(await last()).toBe('first@example.org');
    await reader.place(await library.title(), { emailAddress: 'second@example.org' });
    expect(await last()).toBe('second@example.org');
    await reader.edit(title, { emailAddress: 'third@example.org' });
    expect(await last()).toBe('third@example.org');
  });

  test('stays when a hold ends, is suspended, or is placed or changed without an address', async () => {
    const { reader, title } = await library.waiting({ emailAddress: 'kept@example.org' });
    await reader.place(await library.title(), { ignoreHoldEmail: true });
    await reader.suspend(title, { suspensionType: 'indefinite', emailAddress: 'KEPT@example.org' });
    await reader.edit(title, {});
    await reader.remove(title);
    expect((await reader.profile()).body.lastHoldEmail).toBe('kept@example.org');
  });

  test('is the patron’s own: another’s placement does not touch it', async () => {
    const { reader, title } = await library.waiting({ emailAddress: 'mine@example.org' });
    await (await library.reader()).place(title, { emailAddress: 'theirs@example.org' });
    expect((await reader.profile()).body.lastHoldEmail).toBe('mine@example.org');
  });
});
