import { expectOk } from '../support/answers.js';
import { TestLibrary } from '../support/test-library.js';
import { type Browser, newBrowser } from './shelves.js';

/** Every test searches for words of its own, so that it finds nothing of the others. */
let library: TestLibrary;
let adult: Browser;
let child: Browser;
beforeAll(async () => {
  library = await TestLibrary.open();
  adult = await newBrowser(library);
  child = await newBrowser(library, { category: 'child' });
});
afterAll(() => library.close());

function by(...names: string[]): { creators: object[] } {
  return { creators: names.map((name) => ({ role: 'Author', name })) };
}

describe('a search', () => {
  test('finds words in the title, among the creators and in the subjects', async () => {
    await library.title(1, { title: 'Wanderquist' });
    await library.title(1, { title: 'One', ...by('Anna Wanderquist') });
    await library.title(1, { title: 'Two', subjects: ['Nothing', 'Wanderquist Studies'] });
    expect((await adult.finds('wanderquist')).sort()).toEqual(['One', 'Two', 'Wanderquist']);
  });

  test('finds a title only by all of the words, wherever they stand and in any order', async () => {
    await library.title(1, {
      title: 'The Quillfeather Tower',
      ...by('Olga Marzipan'),
      subjects: ['Zoology'],
    });
    for (const words of [
      'quillfeather tower',
      'tower quillfeather',
      'marzipan quillfeather',
      'zoology marzipan quillfeather',
      '  quillfeather \t the\n ',
      'quillfeather quillfeather',
    ])
      expect([words, await adult.finds(words)]).toEqual([words, ['The Quillfeather Tower']]);
    for (const words of ['quillfeather castle', 'castle quillfeather', 'quillfeather tower zebra'])
      expect([words, await adult.finds(words)]).toEqual([words, []]);
  });

  test('takes the last word for the beginning of one, and no other', async () => {
    await library.title(1, { title: 'Brambleforth Chronicle' });
    for (const words of [
      'b',
      'bramblef',
      'brambleforth chron',
      'chronicle bramble',
      'brambleforth chronicle',
    ])
      expect([words, await adult.finds(words)]).toEqual([words, ['Brambleforth Chronicle']]);
    for (const words of ['bramble chronicle', 'chron brambleforth', 'forth', 'brambleforths chronicle'])
      expect([words, await adult.finds(words)]).toEqual([words, []]);
  });

  test('finds a beginning that very many words have', async () => {
    for (const ending of 'abcdefghijklmnopqrstuvwxyz') await library.title(1, { title: `Mnemo${ending}x` });
    expect(await adult.finds('mnemo', { limit: 100 })).toHaveLength(26);
    expect(await adult.finds('mnemoa', { limit: 100 })).toEqual(['Mnemoax']);
  });

  test('without words finds everything the patron may use', async () => {
    const [all, { body }] = [await child.search({ limit: 1 }), await child.search({ q: '', limit: 1 })];
    expectOk(all);
    expect(all.body.totalItems).toBeGreaterThan(26);
    expect(body).toEqual(all.body);
  });

  test('finds no title of collections that the patron may not use', async () => {
    await library.title({ adults: 1 }, { title: 'Nachtgewächs' });
    await library.title({ elsewhere: 1 }, { title: 'Nachtgewächs Elsewhere' });
    await library.title({}, { title: 'Nachtgewächs Nowhere' });
    await library.title({ main: 0 }, { title: 'Nachtgewächs Main' });
    expect(await adult.finds('nachtgewachs')).toEqual(['Nachtgewächs', 'Nachtgewächs Main']);
    expect(await child.finds('nachtgewachs')).toEqual(['Nachtgewächs Main']);
  });

  test('finds a title once, however many collections have it', async () => {
    await library.title({ main: 1, adults: 1 }, { title: 'Twiceshelved' });
    const { body } = await adult.search({ q: 'twiceshelved' });
    expect([body.totalItems, body.products.length]).toEqual([1, 1]);
  });

  test('finds a title that has changed by its new words, and no longer by the old', async () => {
    const { crossRefId, reserveId } = await library.title(1, { title: 'Oldnamed' });
    const record = {
      record: 'title',
      reserveId,
      crossRefId,
      formatClass: 'eBook',
      formats: ['ebook-kindle'],
    };
    await library.import({ ...record, title: 'Newnamed', ...by('Lately Added') });
    expect(await adult.finds('oldnamed')).toEqual([]);
    for (const words of ['newnamed', 'lately', 'newna'])
      expect(await adult.finds(words)).toEqual(['Newnamed']);
    await library.import({ record: 'copies', websiteId: 37, collectionId: 'main', reserveId, delete: true });
    expect(await adult.finds('newnamed')).toEqual([]);
  });
});

describe('case and accents', () => {
  test.each([
    ['Les Misérables', 'miserables', 'MISERABLES', 'misérables', 'MISÉRABLES', 'mise\u0301rables', 'misér'],
    ['Die Straße nach Süden', 'strasse', 'STRASSE', 'straße', 'sud', 'suden'],
    ['Ærø i smørhavet', 'aero', 'ÆRØ', 'smorhavet', 'smør'],
    ['Œuvres complètes', 'oeuvres', 'œuvres', 'completes'],
    ['Łódź nocą', 'lodz', 'łódź', 'noca'],
    ['Đorđe i Þóra', 'dorde', 'thora', 'þóra'],
    ['İstanbul Hatırası', 'istanbul', 'hatirasi', 'HATIRASI'],
    ['Rubáiyát of Khayyām', 'rubaiyat', 'khayyam'],
    ['Преступление и наказание', 'преступление', 'ПРЕСТУПЛЕНИЕ', 'наказ'],
    ['Оливьё', 'оливье', 'оливьё'],
    ['Ὀδύσσεια Ὁμήρου', 'οδυσσεια', 'ΟΔΥΣΣΕΙΑ', 'ομηρου'],
    ['坊っちゃん', '坊っちゃん', '坊っ'],
    ['한국어 소설', '한국어', '소설'],
    ['שָׁלוֹם', 'שלום'],
    ['हिन्दी कहानी', 'हिन्दी', 'कहानी'],
    ['\uff26\uff55\uff4c\uff4c Width \ufb01ne', 'full', 'fine', '\uff57idth'],
  ])('%s is found by what people type', async (title, ...typed) => {
    await library.title(1, { title });
    for (const words of typed) expect([words, await adult.finds(words)]).toEqual([words, [title]]);
  });

  test('count as little for creators and subjects', async () => {
    await library.title(1, { title: 'R1', ...by('Karel Čapek'), subjects: ['Rétrofuturisme'] });
    for (const words of ['capek', 'ČAPEK', 'retrofuturisme karel'])
      expect(await adult.finds(words)).toEqual(['R1']);
  });
});

describe('words that are joined', () => {
  test.each([
    ["L'Étranger du dehors", 'etranger', 'letranger', "l'étranger", 'l’etranger', 'l etranger'],
    ['Spider-Man: Homecoming', 'spiderman', 'spider man', 'spider-man', 'spider', 'man spider'],
    ['R.U.R. Plays', 'rur', 'r.u.r.', 'r u r', 'R.U.R'],
    ['Winnie-the-Pooh', 'winnie the pooh', 'winniethepooh', 'pooh winnie', 'winnie-the-pooh'],
    ['Catch-22', 'catch 22', 'catch-22', 'catch22', '22 catch'],
    ['It Isn’t Cricket', "isn't", 'isnt', 'isn’t'],
    ['www.exemplum.com/a_b@c 3.14 -5 10/20', 'exemplum', 'com www', '3 14', '20 10', 'a_b', 'www -5'],
    ['C++ & C#: AC/DC <b>', 'c++ ac', 'ac dc', 'dc ac', 'b c# ac/dc'],
  ])('%s is found in parts and as one', async (title, ...typed) => {
    await library.title(1, { title, creators: [] });
    for (const words of typed) expect([words, await adult.finds(words)]).toEqual([words, [title]]);
  });

  test('in names are found in parts and as one', async () => {
    await library.title(1, {
      title: 'Ring',
      ...by("J.R.R. O'Tolkienson-Smythe", 'Tab\tSeparated\\nOdd "Quoted"'),
    });
    for (const words of [
      'jrr otolkienson',
      "o'tolkienson",
      'tolkienson',
      'smythe',
      'separated',
      'quoted tab',
    ])
      expect([words, await adult.finds(words)]).toEqual([words, ['Ring']]);
  });
});

describe('the best first', () => {
  test('is a title with the word in the title, then by the creator, then in the subject', async () => {
    await library.title(1, { title: 'A Subject', subjects: ['Vexillology'] });
    await library.title(1, { title: 'B Creator', ...by('Ivo Vexillology') });
    await library.title(1, { title: 'C Vexillology' });
    const expected = ['C Vexillology', 'B Creator', 'A Subject'];
    expect(await adult.finds('vexillology')).toEqual(expected);
    expect(await adult.finds('vexillology', { sort: 'relevance' })).toEqual(expected);
    expect(await adult.finds('vexillology', { sort: 'relevance:desc' })).toEqual(expected);
    expect(await adult.finds('vexillology', { sort: 'relevance:asc' })).toEqual(expected.toReversed());
  });

  test('holds for two words as well, however far apart they stand in the title', async () => {
    const far = 'Umbrage and a Very Long Title with Many a Word in the Middle of It until Cordelia';
    await library.title(1, { title: 'S', subjects: ['Umbrage Cordelia', 'Cordelia Umbrage'] });
    await library.title(1, { title: 'N', ...by('Umbrage Cordelia') });
    await library.title(1, { title: far, creators: [] });
    expect(await adult.finds('umbrage cordelia')).toEqual([far, 'N', 'S']);
  });

  test('is the title that is just what was asked for', async () => {
    for (const title of ['Emmeline and Emmeline', 'An Emmeline', 'Emmeline', 'Emmeline: A Life of Emmeline'])
      await library.title(1, { title, subjects: ['Emmeline'] });
    expect((await adult.finds('EMMELINE'))[0]).toBe('Emmeline');
  });
});

describe('a misspelt word', () => {
  test('finds the titles of the words that it resembles, when it finds nothing itself', async () => {
    await library.title(1, { title: 'Xanthippe the Wise' });
    await library.title(1, { title: 'A Study', ...by('Ludmila Petrushevskaya') });
    for (const words of ['xanthipe', 'xantippe', 'xanthippee', 'Xanthîpe', 'xanthpipe'])
      expect([words, await adult.finds(words)]).toEqual([words, ['Xanthippe the Wise']]);
    for (const words of ['petrushevskya', 'petruschevskaya'])
      expect([words, await adult.finds(words)]).toEqual([words, ['A Study']]);
    const { body } = await adult.search({ q: 'xanthipe', offset: 1 });
    expect([body.totalItems, body.products]).toEqual([1, []]);
  });

  test('is not looked for when the word itself finds something', async () => {
    await library.title(1, { title: 'Kingfisherman' });
    await library.title(1, { title: 'Kingfishersman' });
    expect(await adult.finds('kingfisherman')).toEqual(['Kingfisherman']);
  });

  test('is corrected only when it stands alone', async () => {
    await library.title(1, { title: 'Zymurgistic Halibut' });
    expect(await adult.finds('zymurgystic')).toEqual(['Zymurgistic Halibut']);
    expect(await adult.finds('zymurgystic halibut')).toEqual([]);
  });

  test('that resembles nothing finds nothing', async () => {
    expect(await adult.finds('qqqqwwwwzzzz')).toEqual([]);
  });

  test('finds nothing that the patron may not use', async () => {
    await library.title({ adults: 1 }, { title: 'Rhododendronica' });
    expect(await adult.finds('rhododendronika')).toEqual(['Rhododendronica']);
    expect(await child.finds('rhododendronika')).toEqual([]);
  });
});
