import { Prisma } from '../../../src/generated/prisma/client.js';
import { SETTING_NAMES, settingNamed } from '../../../src/records/kinds/settings/settings.table.js';

test('every column of the settings is one setting’s: what has none would be lost without a word', () => {
  const columns = SETTING_NAMES.flatMap((name) => settingNamed(name).column ?? []);
  const all = Object.keys(Prisma.LibrarySettingsScalarFieldEnum);
  const others = ['websiteId', 'changedAt', 'signIn'];
  expect([...columns, ...others].sort()).toEqual(all.sort());
});
