import { expectNoContent, expectRefusal } from '../support/answers.js';
import { holdPath, TestLibrary } from '../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

describe.each(['waiting', 'suspended'] as const)('a %s hold', (condition) => {
  test('takes a new address, and nothing else about it changes', async () => {
    const { reader, title } = await library[condition]();
    const before = (await reader.find(title)).body;
    expectNoContent(await reader.edit(title, { emailAddress: 'new@example.org' }));
    const after = (await reader.find(title)).body;
    expect(after.actions.editHold.fields[0].value).toBe('new@example.org');
    before.actions.editHold.fields[0].value = 'new@example.org';
    expect(after).toEqual({ ...before, emailAddress: 'new@example.org' });
  });

  test('changes nothing when no address is sent', async () => {
    const { reader, title } = await library[condition]();
    const before = await reader.everything();
    for (const values of [{}, { emailAddress: null }, { emailAddress: '' }, { id: title.reserveId }])
      expectNoContent(await reader.edit(title, values));
    expect(await reader.everything()).toEqual(before);
  });

  test('takes the address it already has', async () => {
    const { reader, title } = await library[condition]();
    const before = await reader.everything();
    expectNoContent(await reader.edit(title, { emailAddress: reader.emailAddress }));
    expect(await reader.everything()).toEqual(before);
  });
});

describe('the title', () => {
  test.each(['reserveId', 'crossRefId'] as const)('is named by the address, by its %s', async (kind) => {
    const { reader, title } = await library.waiting();
    expectNoContent(await reader.edit(title[kind], { emailAddress: 'new@example.org' }));
    expect((await reader.find(title)).body.emailAddress).toBe('new@example.org');
  });

  test('may be named in upper case and with a trailing slash', async () => {
    const { reader, title } = await library.waiting();
    const path = `${holdPath(title.reserveId.toUpperCase())}/`;
    expectNoContent(await reader.put(path, { emailAddress: 'new@example.org' }));
    expect((await reader.find(title)).body.emailAddress).toBe('new@example.org');
  });

  test.each(['id', 'reserveId', 'crossRefId'])(
    'may be named once more by the field %s, in either way',
    async (name) => {
      const { reader, title } = await library.waiting();
      for (const value of [title.reserveId.toUpperCase(), title.crossRefId])
        expectNoContent(await reader.edit(title, { [name]: value, emailAddress: 'new@example.org' }));
    },
  );

  test.each(['id', 'reserveId', 'crossRefId'])(
    'that the field %s names must be the one of the address',
    async (name) => {
      const { reader, title } = await library.waiting();
      const other = await library.title();
      await reader.place(other);
      const before = await reader.everything();
      for (const value of [other.reserveId, other.crossRefId, 999999])
        expectRefusal(
          await reader.edit(title, { [name]: value, emailAddress: 'new@example.org' }),
          'InvalidFieldValue',
          'must name the same title',
        );
      expectRefusal(
        await reader.edit(title, { [name]: 'nonsense', emailAddress: 'new@example.org' }),
        'InvalidFieldValue',
        `${name} must be`,
      );
      expect(await reader.everything()).toEqual(before);
    },
  );
});

describe('a ready hold', () => {
  test('keeps its address: its title can be checked out', async () => {
    const { reader, title } = await library.ready();
    const before = await reader.everything();
    expectRefusal(await reader.edit(title, { emailAddress: 'new@example.org' }), 'HoldReadyForCheckout');
    expectRefusal(await reader.edit(title, {}), 'HoldReadyForCheckout');
    expect(await reader.everything()).toEqual(before);
  });
});

describe('ignoreHoldEmail', () => {
  test('may be sent as it was', async () => {
    const { reader, title } = await library.waiting();
    expectNoContent(await reader.edit(title, { ignoreHoldEmail: false, emailAddress: 'new@example.org' }));
    expect((await reader.find(title)).body.emailAddress).toBe('new@example.org');

    const without = await library.waiting({ ignoreHoldEmail: true });
    const before = await without.reader.everything();
    expectNoContent(await without.reader.edit(without.title, { ignoreHoldEmail: true }));
    expect(await without.reader.everything()).toEqual(before);
  });

  test('cannot be switched on for a hold with an address', async () => {
    const { reader, title } = await library.waiting();
    const before = await reader.everything();
    for (const values of [{}, { emailAddress: 'new@example.org' }])
      expectRefusal(
        await reader.edit(title, { ignoreHoldEmail: 'true', ...values }),
        'IgnoreHoldEmailCannotBeChanged',
        'ignoreHoldEmail cannot be changed',
      );
    expect(await reader.everything()).toEqual(before);
  });

  test('cannot be switched off for a hold placed without an address, nor can it be given one', async () => {
    const { reader, title } = await library.waiting({ ignoreHoldEmail: true });
    const before = await reader.everything();
    for (const values of [
      { emailAddress: 'new@example.org' },
      { ignoreHoldEmail: false },
      { ignoreHoldEmail: 'false', emailAddress: 'new@example.org' },
      { ignoreHoldEmail: true, emailAddress: 'new@example.org' },
    ])
      expectRefusal(await reader.edit(title, values), 'IgnoreHoldEmailCannotBeChanged');
    expect(await reader.everything()).toEqual(before);
  });

  test('that is neither true nor false is refused by name', async () => {
    const { reader, title } = await library.waiting();
    const answer = await reader.edit(title, { ignoreHoldEmail: 'never' });
    expectRefusal(answer, 'InvalidFieldValue', 'ignoreHoldEmail must be true or false.');
  });
});

describe('there is no such hold', () => {
  test.each(['bbbbbbbb-0000-4000-8000-000000000000', '999999', '0', 'nonsense'])('at %s', async (id) => {
    const reader = await library.reader();
    const answer = await reader.put(holdPath(id), { emailAddress: 'new@example.org' });
    expectRefusal(answer, 'PatronDoesntHaveTitleOnHold');
  });

  test('on another patron’s title: theirs stays as it is', async () => {
    const { reader: owner, title } = await library.waiting();
    const before = await owner.everything();
    const reader = await library.reader();
    expectRefusal(
      await reader.edit(title, { emailAddress: 'new@example.org' }),
      'PatronDoesntHaveTitleOnHold',
    );
    expect(await owner.everything()).toEqual(before);
    expect((await reader.profile()).body).not.toHaveProperty('lastHoldEmail');
  });
});
