import { fileAsOf } from '../../../../src/domain/titles/file-as.js';
import { filedTitleOf, sortTitleOf } from '../../../../src/domain/titles/sort-title.js';

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
  ['The Time Machine', 'constructor', 'The Time Machine'],
  ['The End', 'eng', 'End'],
  ['Der Prozess', 'ger', 'Prozess'],
  ['Den siste', 'nob', 'siste'],
  ['A Pál utcai fiúk', 'hun', 'Pál utcai fiúk'],
  ['L’home del sac', 'ca', 'home del sac'],
  ['الكتاب', 'ar', 'كتاب'],
  ['L-Ors', 'mt', 'Ors'],
  ['"The Raven" and more', 'en', 'Raven" and more'],
  ['The "Genius"', 'en', 'Genius"'],
  ['...And Justice for All', 'en', 'And Justice for All'],
  ['«Les Misérables»', 'fr', 'Misérables»'],
  ['¿Qué pasa?', undefined, 'Qué pasa?'],
  ["'Salem's Lot", 'en', "Salem's Lot"],
  ['(Un)arranged', 'en', 'Un)arranged'],
  ['😀 Smile', 'en', 'Smile'],
  ['!!!', 'en', '!!!'],
  ['The Time Machine', undefined, 'The Time Machine'],
  ['The Time Machine', 'xx', 'The Time Machine'],
])('%s (%s) is sorted as %s', (title, language, sorted) => {
  expect(sortTitleOf(title, language)).toBe(sorted);
});

test.each([
  ['en', 'a an the'],
  ['de', 'der die das des dem den ein eine einem einen einer eines'],
  ['fr', 'le la les un une des'],
  ['es', 'el la los las un una unos unas'],
  ['it', 'il lo la i gli le un uno una'],
  ['pt', 'o a os as um uma uns umas'],
  ['nl', 'de het een'],
  ['sv', 'en ett den det de'],
  ['da', 'en et den det de'],
  ['no', 'en ei et den det de'],
  ['hu', 'a az egy'],
  ['ca', 'el la lo els les un una uns unes en na'],
  ['gl', 'o a os as un unha uns unhas'],
  ['el', 'ο η το οι τα ένας μια ένα'],
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
  ['Martin Luther King Jr.', 'King, Martin Luther, Jr.'],
  ['Kurt Vonnegut, Jr.', 'Vonnegut, Kurt, Jr.'],
  ['Sarah J. Maas, PhD', 'Maas, Sarah J., PhD'],
  ['King, Martin Luther, Jr.', 'King, Martin Luther, Jr.'],
  ['Elizabeth II', 'Elizabeth II'],
  ['Pope John Paul II', 'Pope John Paul II'],
  ['Ursula K. Le Guin', 'Le Guin, Ursula K.'],
  ['Daphne du Maurier', 'du Maurier, Daphne'],
  ['Thomas De Quincey', 'De Quincey, Thomas'],
  ['Jean de La Fontaine', 'La Fontaine, Jean de'],
  ['Honoré de Balzac', 'Balzac, Honoré de'],
  ['Carl Van Vechten', 'Van Vechten, Carl'],
  ['Vincent van Gogh', 'Gogh, Vincent van'],
  ['Van Morrison', 'Morrison, Van'],
  ['Le Corbusier', 'Le Corbusier'],
  ['José Ortega y Gasset', 'Ortega y Gasset, José'],
  ['村上 春樹', '村上 春樹'],
  ['김 영하', '김 영하'],
  ['National Geographic Society', 'National Geographic Society'],
  ['Simon & Schuster', 'Simon & Schuster'],
  ['Terry Pratchett and Neil Gaiman', 'Terry Pratchett and Neil Gaiman'],
  ['The Beatles', 'Beatles, The'],
  ['Charlotte Church', 'Church, Charlotte'],
])('%j is filed as %j', (name, filed) => {
  expect(fileAsOf(name)).toBe(filed);
});

test.each([
  ['Pride & Prejudice', 'en', 'Pride and Prejudice'],
  ['Krieg & Frieden', 'deu', 'Krieg und Frieden'],
  ['Romeo & Juliet', undefined, 'Romeo and Juliet'],
  ['AT&T', 'en', 'AT&T'],
])('%s (%s) stands where %s does', (title, language, filed) => {
  expect(filedTitleOf(title, language)).toBe(filed);
});
