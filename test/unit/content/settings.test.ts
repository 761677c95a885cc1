import { readConfig } from '../../../src/platform/settings/config.js';
import { CONTENT_KEY } from '../../support/content/lenders.js';

const CONTENT_URL = 'https://content.example.org/{reserveId}';

test.each([
  ['CONTENT_URL', 'canary.example.org'],
  ['CONTENT_URL', 'ftp://canary.example.org/{reserveId}'],
  ['CONTENT_URL', 'https://canary@content.example.org/{reserveId}'],
  ['CONTENT_URL', 'https://{reserveId}.canary.example.org/'],
  ['CONTENT_URL', 'https://canary.example.org:{crossRefId}/'],
  ['CONTENT_URL', 'https://canary.example.org/{reserveId}#{formatType}'],
  ['CONTENT_URL', 'https://canary.example.org/{canary}'],
  ['CONTENT_URL', 'https://canary.example.org/{+reserveId}'],
  ['CONTENT_URL', 'https://canary.example.org/{reserveId'],
  ['CONTENT_KEY', 'canary-that-is-too-short'],
  ['CONTENT_KEY', 'canary with spaces that is long enough'],
  ['ERROR_PAGE_ORIGINS', 'canary'],
  ['ERROR_PAGE_ORIGINS', 'https://canary.example.org/'],
  ['ERROR_PAGE_ORIGINS', 'https://www.example.org,https://canary.example.org/page'],
  ['ERROR_PAGE_ORIGINS', 'https://www.example.org,'],
  ['ERROR_PAGE_ORIGINS', '*'],
])('%s cannot be %j; what is said names the setting, and not its value', (name, value) => {
  const read = (): unknown => readConfig({ CONTENT_URL, CONTENT_KEY, [name]: value });
  expect(read).toThrow(new RegExp(`^ {2}${name} must `, 'm'));
  expect(read).not.toThrow(/canary/);
});

test('a content server needs a key, also beside the embedded database', () => {
  for (const DATABASE_URL of ['', 'postgres://localhost/holdfast'])
    expect(() => readConfig({ DATABASE_URL, CONTENT_URL })).toThrow(/^ {2}CONTENT_KEY is missing/m);
  expect(readConfig({ CONTENT_URL, CONTENT_KEY })).toMatchObject({
    contentUrl: CONTENT_URL,
    contentKey: CONTENT_KEY,
  });
});

test('nothing needs to be set', () => {
  expect(readConfig({})).toMatchObject({
    contentUrl: undefined,
    contentKey: undefined,
    errorPageOrigins: [],
  });
});

test('error pages may be at several sites', () => {
  expect(readConfig({ ERROR_PAGE_ORIGINS: 'https://a.example.org ,http://localhost:3000' })).toMatchObject({
    errorPageOrigins: ['https://a.example.org', 'http://localhost:3000'],
  });
});
