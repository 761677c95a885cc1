import { fileAsOf, sortTitleOf } from '../../../../src/domain/titles/sort-title.js';

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
  ['THE TIME MACHINE', 'EN-gb', 'TIME MACHINE'],
  ['The   Time Machine', 'en', 'Time Machine'],
  ['Not the End', 'en', 'Not the End'],
  ['A1 Sauce', 'en', 'A1 Sauce'],
  ['Los Angeles', 'en', 'Los Angeles'],
  ['The Time Machine', undefined, 'The Time Machine'],
  ['The Time Machine', 'xx', 'The Time Machine'],
])('%s (%s) is sorted as %s', (title, language, sorted) => {
  expect(sortTitleOf(title, language)).toBe(sorted);
});

test.each([
  ['en', 'a an the'],
  ['de', 'der die das ein eine'],
  ['fr', 'le la les un une des'],
  ['es', 'el la los las un una unos unas'],
  ['it', 'il lo la i gli le un uno una'],
  ['pt', 'o a os as um uma uns umas'],
  ['nl', 'de het een'],
  ['sv', 'en ett den det de'],
  ['da', 'en et den det de'],
  ['no', 'en ei et den det de'],
])('the articles of %s are left out: %s', (language, articles) => {
  for (const article of articles.split(' '))
    expect([article, sortTitleOf(`${article} Xyz`, language)]).toEqual([article, 'Xyz']);
});

test.each([
  ['fr', "l'Xyz", 'l’Xyz'],
  ['it', "l'Xyz", 'l’Xyz', "un'Xyz", 'un’Xyz'],
])('an article of %s with an apostrophe is joined to the title', (language, ...titles) => {
  for (const title of titles) expect([title, sortTitleOf(title, language)]).toEqual([title, 'Xyz']);
});

test.each([
  ['Mary Shelley', 'Shelley, Mary'],
  ['Arthur Conan Doyle', 'Doyle, Arthur Conan'],
  ['Voltaire', 'Voltaire'],
  ['Shelley, Mary', 'Shelley, Mary'],
  ['  Jane   Austen ', 'Austen, Jane'],
  ['Shelley, Mary Wollstonecraft', 'Shelley, Mary Wollstonecraft'],
  [' Voltaire', ' Voltaire'],
  ['', ''],
])('%j is filed as %j', (name, filed) => {
  expect(fileAsOf(name)).toBe(filed);
});
