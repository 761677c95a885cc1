import { expectNoContent, expectRefusal } from '../../support/answers.js';
import { holdPath } from '../../support/paths.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

describe.each(['waiting', 'suspended'] as const)('a %s hold', (condition) => {
  test('gets a new address, and nothing else changes', async () => {
    const { patron, title } = await library[condition]();
    const before = (await patron.find(title)).body;
    expectNoContent(await patron.edit(title, { emailAddress: 'new@example.org' }));
    const after = (await patron.find(title)).body;
    expect(after.actions.editHold.fields[0].value).toBe('new@example.org');
    before.actions.editHold.fields[0].value = 'new@example.org';
    expect(after).toEqual({ ...before, emailAddress: 'new@example.org' });
  });

  test('does not change without an address', async () => {
    const { patron, title } = await library[condition]();
    const before = await patron.snapshot();
    for (const values of [{}, { emailAddress: null }, { emailAddress: '' }, { id: title.reserveId }])
      expectNoContent(await patron.edit(title, values));
    expect(await patron.snapshot()).toEqual(before);
  });

  test('accepts the address that it already has', async () => {
    const { patron, title } = await library[condition]();
    const before = await patron.snapshot();
    expectNoContent(await patron.edit(title, { emailAddress: patron.emailAddress }));
    expect(await patron.snapshot()).toEqual(before);
  });
});

describe('the title', () => {
  test.each(['reserveId', 'crossRefId'] as const)('is identified in the URL by its %s', async (kind) => {
    const { patron, title } = await library.waiting();
    expectNoContent(await patron.edit(title[kind], { emailAddress: 'new@example.org' }));
    expect((await patron.find(title)).body.emailAddress).toBe('new@example.org');
  });

  test('may be identified in upper case and with a trailing slash', async () => {
    const { patron, title } = await library.waiting();
    const path = `${holdPath(title.reserveId.toUpperCase())}/`;
    expectNoContent(await patron.put(path, { emailAddress: 'new@example.org' }));
    expect((await patron.find(title)).body.emailAddress).toBe('new@example.org');
  });

  test.each(['id', 'reserveId', 'crossRefId'])(
    'may also be identified by the field %s, with either identifier',
    async (name) => {
      const { patron, title } = await library.waiting();
      for (const value of [title.reserveId.toUpperCase(), title.crossRefId])
        expectNoContent(await patron.edit(title, { [name]: value, emailAddress: 'new@example.org' }));
    },
  );

  test.each(['id', 'reserveId', 'crossRefId'])('in the field %s must be the one in the URL', async (name) => {
    const { patron, title } = await library.waiting();
    const other = await library.addTitle();
    await patron.place(other);
    const before = await patron.snapshot();
    for (const value of [other.reserveId, other.crossRefId, 999999])
      expectRefusal(
        await patron.edit(title, { [name]: value, emailAddress: 'new@example.org' }),
        'InvalidFieldValue',
        'must name the same title',
      );
    expectRefusal(
      await patron.edit(title, { [name]: 'nonsense', emailAddress: 'new@example.org' }),
      'InvalidFieldValue',
      `${name} must be`,
    );
    expect(await patron.snapshot()).toEqual(before);
  });
});

describe('a ready hold', () => {
  test('keeps its address', async () => {
    const { patron, title } = await library.ready();
    const before = await patron.snapshot();
    expectRefusal(await patron.edit(title, { emailAddress: 'new@example.org' }), 'HoldReadyForCheckout');
    expectRefusal(await patron.edit(title, {}), 'HoldReadyForCheckout');
    expect(await patron.snapshot()).toEqual(before);
  });
});

describe('ignoreHoldEmail', () => {
  test('may be sent with its current value', async () => {
    const { patron, title } = await library.waiting();
    expectNoContent(await patron.edit(title, { ignoreHoldEmail: false, emailAddress: 'new@example.org' }));
    expect((await patron.find(title)).body.emailAddress).toBe('new@example.org');

    const withoutEmail = await library.waiting({ ignoreHoldEmail: true });
    const before = await withoutEmail.patron.snapshot();
    expectNoContent(await withoutEmail.patron.edit(withoutEmail.title, { ignoreHoldEmail: true }));
    expect(await withoutEmail.patron.snapshot()).toEqual(before);
  });

  test('cannot become true for a hold with an address', async () => {
    const { patron, title } = await library.waiting();
    const before = await patron.snapshot();
    for (const values of [{}, { emailAddress: 'new@example.org' }])
      expectRefusal(
        await patron.edit(title, { ignoreHoldEmail: 'true', ...values }),
        'IgnoreHoldEmailCannotBeChanged',
        'ignoreHoldEmail cannot be changed',
      );
    expect(await patron.snapshot()).toEqual(before);
  });

  test('cannot become false for a hold without an address, which cannot get one', async () => {
    const { patron, title } = await library.waiting({ ignoreHoldEmail: true });
    const before = await patron.snapshot();
    for (const values of [
      { emailAddress: 'new@example.org' },
      { ignoreHoldEmail: false },
      { ignoreHoldEmail: 'false', emailAddress: 'new@example.org' },
      { ignoreHoldEmail: true, emailAddress: 'new@example.org' },
    ])
      expectRefusal(await patron.edit(title, values), 'IgnoreHoldEmailCannotBeChanged');
    expect(await patron.snapshot()).toEqual(before);
  });

  test('must be true or false', async () => {
    const { patron, title } = await library.waiting();
    const answer = await patron.edit(title, { ignoreHoldEmail: 'never' });
    expectRefusal(answer, 'InvalidFieldValue', 'ignoreHoldEmail must be true or false.');
  });
});

describe('there is no such hold', () => {
  test.each(['bbbbbbbb-0000-4000-8000-000000000000', '999999', '0', 'nonsense'])('at %s', async (id) => {
    const patron = await library.addPatron();
    const answer = await patron.put(holdPath(id), { emailAddress: 'new@example.org' });
    expectRefusal(answer, 'PatronDoesntHaveTitleOnHold');
  });

  test('of another patron, whose hold does not change', async () => {
    const { patron: owner, title } = await library.waiting();
    const before = await owner.snapshot();
    const patron = await library.addPatron();
    expectRefusal(
      await patron.edit(title, { emailAddress: 'new@example.org' }),
      'PatronDoesntHaveTitleOnHold',
    );
    expect(await owner.snapshot()).toEqual(before);
    expect((await patron.profile()).body).not.toHaveProperty('lastHoldEmail');
  });
});
