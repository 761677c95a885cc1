import { expectOk, expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { useSharedLibrary } from '../../support/operator/operator-library.js';
import { ME } from '../../support/paths.js';
import { PUBLIC_URL } from '../../support/service.js';
import type { TestLibrary, TestPatron } from '../../support/test-library.js';

/** How mail comes, as the patron chooses it. What it changes: test/api/notifications/several-notices.test.ts. */

const NOTICES = `${ME}/notices`;

let library: TestLibrary;
useSharedLibrary((opened) => ({ library } = opened));

async function read(patron: TestPatron): Promise<unknown> {
  const answer = await patron.get(NOTICES);
  expectOk(answer);
  return answer.body;
}

test('a patron reads, chooses and takes back how mail comes, from the patron information on', async () => {
  const patron = await library.addPatron();
  expect((await patron.get(ME)).body.links).toMatchObject({ notices: { href: `${PUBLIC_URL}${NOTICES}` } });
  const fields = [
    { name: 'daily', type: 'text', value: 'false', options: ['false', 'true'], optional: false },
  ];
  const found = await read(patron);
  expect(found).toMatchObject({ daily: false, isOwnChoice: false, actions: { chooseNotices: { fields } } });
  expect(found).not.toHaveProperty('actions.resetNotices');
  expect((await patron.put(NOTICES, { daily: 'true' })).status).toBe(204);
  const resetNotices = { href: `${PUBLIC_URL}${NOTICES}`, method: 'delete' };
  expect(await read(patron)).toMatchObject({ daily: true, isOwnChoice: true, actions: { resetNotices } });
  expect((await patron.delete(NOTICES)).status).toBe(204);
  expect(await read(patron)).toEqual(found);
});

test('without a choice, mail comes as the library has it', async () => {
  const patron = await library.addPatron();
  const notices = { daily: true };
  await library.import({ record: 'settings', websiteId: library.websiteId, notices });
  expect(await read(patron)).toMatchObject({ daily: true, isOwnChoice: false });
  await mustSucceed(patron.put(NOTICES, { daily: 'false' }));
  expect(await read(patron)).toMatchObject({ daily: false, isOwnChoice: true });
});

test('where the library tells what is ready soon, a patron chooses not to be told', async () => {
  const patron = await library.addPatron();
  expect(await read(patron)).not.toHaveProperty('soon');
  await library.import({ record: 'settings', websiteId: library.websiteId, notices: { soonDays: 5 } });
  expect(await read(patron)).toMatchObject({ soon: true, isOwnChoice: false });
  await mustSucceed(patron.put(NOTICES, { daily: false, soon: false }));
  await mustSucceed(patron.put(NOTICES, { daily: true }));
  expect(await read(patron)).toMatchObject({ daily: true, soon: false });
  await mustSucceed(patron.delete(NOTICES));
  expect(await read(patron)).toMatchObject({ daily: false, soon: true, isOwnChoice: false });
});

test.each([[{}, 'MissingField'] as const, [{ daily: 'perhaps' }, 'InvalidFieldValue'] as const])(
  'a choice of %j is refused',
  async (fields, errorCode) => {
    const patron = await library.addPatron();
    expectRefusal(await patron.put(NOTICES, fields), errorCode, 'daily');
  },
);

test('a patron with whom the library deals no more still chooses how mail comes', async () => {
  const patron = await library.addPatron({ expiresOn: '2020-01-01' });
  expect((await patron.put(NOTICES, { daily: true })).status).toBe(204);
});
