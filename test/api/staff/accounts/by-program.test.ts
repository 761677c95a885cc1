import { PatronClient } from '../../../support/client.js';
import { addMachine, Browser, nameIn } from '../../../support/staff/staff-members.js';
import { TestLibrary } from '../../../support/test-library.js';

test('a program adds, changes and removes accounts, as the console does', async () => {
  const library = await TestLibrary.open();
  const token = await addMachine(library.service, nameIn(library, 'program'), ['admin'], library.websiteId);
  const program = new PatronClient(library.service.url, token);
  const path = `/operator/v1/libraries/${library.websiteId}/accounts`;
  const wanted = { name: nameIn(library, 'Deb'), desk: true };
  const added = await program.post(path, wanted);
  expect([added.status, added.body]).toMatchObject([201, { name: nameIn(library, 'deb') }]);
  const { staffId, secret } = added.body as { staffId: string; secret: string };
  const signIn = await new Browser(library.service.url).signIn(nameIn(library, 'deb'), secret);
  expect(signIn.status).toBe(303);
  const again = await program.post(path, wanted);
  expect([again.status, again.body]).toMatchObject([400, { errorCode: 'InvalidFieldValue' }]);
  const none = await program.put(`${path}/${staffId}/roles`, {});
  expect([none.status, none.body]).toMatchObject([400, { errorCode: 'MissingField' }]);
  await program.put(`${path}/${staffId}/roles`, { viewer: true, collections: true });
  expect((await program.get(`${path}/${staffId}`)).body).toMatchObject({ roles: ['collections', 'viewer'] });
  expect((await program.delete(`${path}/${staffId}`)).status).toBe(204);
  expect((await program.get(path)).text).not.toContain(staffId);
});
