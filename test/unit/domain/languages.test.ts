import { canonicalTag, chosenTag, languageCodeOf, offeredTags } from '../../../src/domain/languages.js';

test.each([
  [['de'], ['fr', 'en'], 'fr'],
  [['ja'], ['fr', 'en'], 'fr'],
  [['ja', 'en-US', 'fr'], ['fr', 'en'], 'en-US'],
  [['de-AT', 'en'], ['en', 'de'], 'de-AT'],
  [['*', 'x', '', 'de-u-ca-islamic', '../../etc'], ['en', 'de'], 'en'],
  [[], ['es-MX', 'en'], 'es-MX'],
])('of those who want %j, a library that offers %j speaks %s', (wanted, offered, chosen) => {
  expect(chosenTag(wanted, offered)).toBe(chosen);
});

test('a library that names no languages offers those that are reviewed', () => {
  for (const none of [null, []]) expect(offeredTags(none)).toEqual(['en', 'es', 'fr', 'de']);
  expect(chosenTag(['ar'], offeredTags(null))).toBe('en');
  expect(chosenTag(['ar'], offeredTags(['en', 'ar']))).toBe('ar');
});

test('a language is offered once, as it is named first', () => {
  expect(offeredTags(['fr-CA', 'en', 'fr', 'en-US'])).toEqual(['fr-CA', 'en']);
});

test('a tag is written as is usual, and means a language', () => {
  expect([canonicalTag('FR-ca'), canonicalTag('zh-hant-tw'), canonicalTag('de-x-private')]).toEqual([
    'fr-CA',
    'zh-Hant-TW',
    undefined,
  ]);
  expect([languageCodeOf('FR-ca'), languageCodeOf('ja'), languageCodeOf('français')]).toEqual([
    'fr',
    undefined,
    undefined,
  ]);
});
