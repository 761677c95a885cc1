import { expectNoContent, expectRefusal } from '../../support/answers.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});

describe.each(['waiting', 'suspended'] as const)('a %s hold', (condition) => {
  test('gets a new address, and nothing else changes', async () => {
    const { patron, title } = await library[condition]();
    const before = (await patron.find(title)).body;
    expectNoContent(await patron.edit(title, { emailAddress: 'new@example.org', ignoreHoldEmail: false }));
    // Forms are filled in with it, too.
    const after = JSON.stringify(before).replaceAll(patron.emailAddress, 'new@example.org');
    expect((await patron.find(title)).body).toEqual(JSON.parse(after));
  });

  test('does not change without an address, or by the one that it has', async () => {
    const { patron, title } = await library[condition]();
    const before = await patron.snapshot();
    for (const emailAddress of [undefined, null, '', patron.emailAddress])
      expectNoContent(await patron.edit(title, emailAddress === undefined ? {} : { emailAddress }));
    expect(await patron.snapshot()).toEqual(before);
  });
});

test('a ready hold keeps its address', async () => {
  const { patron, title } = await library.ready();
  const before = await patron.snapshot();
  for (const values of [{ emailAddress: 'new@example.org' }, {}])
    expectRefusal(await patron.edit(title, values), 'HoldReadyForCheckout');
  expect(await patron.snapshot()).toEqual(before);
});

describe('ignoreHoldEmail', () => {
  test('cannot become true for a hold with an address', async () => {
    const { patron, title } = await library.waiting();
    const before = await patron.snapshot();
    for (const values of [{}, { emailAddress: 'new@example.org' }])
      expectRefusal(
        await patron.edit(title, { ignoreHoldEmail: 'true', ...values }),
        'IgnoreHoldEmailCannotBeChanged',
        'ignoreHoldEmail cannot be changed',
      );
    expectRefusal(
      await patron.edit(title, { ignoreHoldEmail: 'never' }),
      'InvalidFieldValue',
      'ignoreHoldEmail must be true or false.',
    );
    expect(await patron.snapshot()).toEqual(before);
  });

  test('cannot become false for a hold without an address, which cannot get one', async () => {
    const { patron, title } = await library.waiting({ ignoreHoldEmail: true });
    const before = await patron.snapshot();
    for (const values of [{ ignoreHoldEmail: true }, { emailAddress: '' }])
      expectNoContent(await patron.edit(title, values));
    for (const values of [
      { emailAddress: 'new@example.org' },
      { ignoreHoldEmail: false },
      { ignoreEmail: false },
      { ignoreHoldEmail: 'false', emailAddress: 'new@example.org' },
      { ignoreHoldEmail: true, emailAddress: 'new@example.org' },
    ])
      expectRefusal(await patron.edit(title, values), 'IgnoreHoldEmailCannotBeChanged');
    expect(await patron.snapshot()).toEqual(before);
  });
});
