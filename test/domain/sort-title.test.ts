import { fileAsOf, sortTitleOf } from '../../src/domain/sort-title.js';

test.each([
  ['The Time Machine', 'en', 'Time Machine'],
  ['A Room with a View', 'en-GB', 'Room with a View'],
  ['L’Étranger', 'fr', 'Étranger'],
  ["L'Assommoir", 'fr', 'Assommoir'],
  ['Die Verwandlung', 'de', 'Verwandlung'],
  ['Die Hard', 'en', 'Die Hard'],
  ['Theory of Colours', 'en', 'Theory of Colours'],
  ['La Regenta', 'es', 'Regenta'],
  ['The', 'en', 'The'],
  ['The ', 'en', 'The '],
  ['The Time Machine', undefined, 'The Time Machine'],
  ['The Time Machine', 'xx', 'The Time Machine'],
])('%s (%s) is sorted as %s', (title, language, sorted) => {
  expect(sortTitleOf(title, language)).toBe(sorted);
});

test.each([
  ['Mary Shelley', 'Shelley, Mary'],
  ['Arthur Conan Doyle', 'Doyle, Arthur Conan'],
  ['Voltaire', 'Voltaire'],
  ['Shelley, Mary', 'Shelley, Mary'],
  ['  Jane   Austen ', 'Austen, Jane'],
  ['', ''],
])('%j is filed as %j', (name, filed) => {
  expect(fileAsOf(name)).toBe(filed);
});
