import { readFileSync } from 'node:fs';
import { addLibrary } from '../../../src/records/onboarding/onboarding.js';
import { readOnboarding } from '../../../src/records/onboarding/onboarding-file.js';
import { findSettings } from '../../../src/records/kinds/settings/settings.store.js';
import { type ImportUnderTest, openImport } from '../../support/runs/import-under-test.js';

const EXAMPLE = readFileSync(new URL('../../../examples/library.json', import.meta.url), 'utf8');

const ALL_SETTINGS = {
  mail: { fromAddress: 'holds@library.example', fromName: 'Library', replyTo: 'desk@library.example' },
  identityProvider: {
    issuer: 'https://id.library.example',
    audience: 'holdfast',
    jwksUrl: 'https://id.library.example/keys',
    patronClaim: 'patron',
  },
  rates: { perPatron: 1, perClient: 2, perLibrary: 3 },
  notices: {
    name: 'Library',
    homepage: 'https://library.example',
    logo: 'https://library.example/logo.png',
    color: '#1a2b3c',
    timeZone: 'Europe/Berlin',
    languages: ['de', 'en'],
    reminderHours: 24,
    titleUrl: 'https://library.example/titles/{id}',
  },
  collections: { holdsPerCopy: 4, targetWaitDays: 30 },
  content: { frameOrigins: ['https://library.example'] },
};

let data: ImportUnderTest;
beforeAll(async () => {
  data = await openImport();
});
afterAll(() => data.close());

test('every setting in the file of a new library is stored', async () => {
  const file = { ...(JSON.parse(EXAMPLE) as object), settings: ALL_SETTINGS };
  await addLibrary(data.database, readOnboarding(JSON.stringify(file)), false);
  expect(await findSettings(data.database, 38)).toEqual({ websiteId: 38, ...ALL_SETTINGS });
});
