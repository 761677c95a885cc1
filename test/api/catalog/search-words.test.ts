import { expectOk } from '../../support/answers.js';
import { type CatalogClient, newCatalogClient, titlesIn } from '../../support/catalog-client.js';
import { TestLibrary } from '../../support/test-library.js';

/** Each test searches for its own words, so that it does not find titles of other tests. */
let library: TestLibrary;
let adult: CatalogClient;
let child: CatalogClient;
beforeAll(async () => {
  library = await TestLibrary.open();
  adult = await newCatalogClient(library);
  child = await newCatalogClient(library, { category: 'child' });
});

function by(...names: string[]): { creators: object[] } {
  return { creators: names.map((name) => ({ role: 'Author', name })) };
}

describe('a search', () => {
  test('finds words in the title, among the creators and in the subjects', async () => {
    await library.addTitle(1, { title: 'Wanderquist' });
    await library.addTitle(1, { title: 'One', ...by('Anna Wanderquist') });
    await library.addTitle(1, { title: 'Two', subjects: ['Nothing', 'Wanderquist Studies'] });
    expect((await adult.findTitles('wanderquist')).sort()).toEqual(['One', 'Two', 'Wanderquist']);
  });

  test('finds a title only if it has all the words, anywhere and in any order', async () => {
    await library.addTitle(1, {
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
      expect([words, await adult.findTitles(words)]).toEqual([words, ['The Quillfeather Tower']]);
    for (const words of ['quillfeather castle', 'castle quillfeather', 'quillfeather tower zebra'])
      expect([words, await adult.findTitles(words)]).toEqual([words, []]);
  });

  test('completes the last word, and only that one', async () => {
    await library.addTitle(1, { title: 'Yarrowforth Chronicle' });
    for (const words of [
      // No word of another test begins with it.
      'y',
      'yarrowf',
      'yarrowforth chron',
      'chronicle yarrow',
      'yarrowforth chronicle',
    ])
      expect([words, await adult.findTitles(words)]).toEqual([words, ['Yarrowforth Chronicle']]);
    for (const words of ['yarrow chronicle', 'chron yarrowforth', 'forth', 'yarrowforths chronicle'])
      expect([words, await adult.findTitles(words)]).toEqual([words, []]);
  });

  test('completes a prefix that many words have', async () => {
    for (const ending of 'abcdefghijklmnopqrstuvwxyz')
      await library.addTitle(1, { title: `Mnemo${ending}x` });
    expect(await adult.findTitles('mnemo', { limit: 100 })).toHaveLength(26);
    expect(await adult.findTitles('mnemoa', { limit: 100 })).toEqual(['Mnemoax']);
  });

  test('without words finds everything the patron may use', async () => {
    const before = await child.search({ limit: 1 });
    for (const collection of ['main', 'main', 'adults']) await library.addTitle({ [collection]: 1 });
    const [all, { body }] = [await child.search({ limit: 1 }), await child.search({ q: '', limit: 1 })];
    expectOk(all);
    expect(all.body.totalItems).toBe(before.body.totalItems + 2);
    expect(body).toEqual(all.body);
  });

  test('finds no title outside the patron’s collections', async () => {
    await library.addTitle({ adults: 1 }, { title: 'Nachtgewächs' });
    await library.addTitle({ elsewhere: 1 }, { title: 'Nachtgewächs Elsewhere' });
    await library.addTitle({}, { title: 'Nachtgewächs Nowhere' });
    await library.addTitle({ main: 0 }, { title: 'Nachtgewächs Main' });
    expect(await adult.findTitles('nachtgewachs')).toEqual(['Nachtgewächs', 'Nachtgewächs Main']);
    expect(await child.findTitles('nachtgewachs')).toEqual(['Nachtgewächs Main']);
  });

  test('finds a title once, however many collections have it', async () => {
    await library.addTitle({ main: 1, adults: 1 }, { title: 'Twiceshelved' });
    const { body } = await adult.search({ q: 'twiceshelved' });
    expect([body.totalItems, body.products.length]).toEqual([1, 1]);
  });

  test('finds a changed title by its new words, and no longer by its old ones', async () => {
    const { crossRefId, reserveId } = await library.addTitle(1, { title: 'Oldnamed' });
    const record = {
      record: 'title',
      reserveId,
      crossRefId,
      formatClass: 'eBook',
      formats: ['ebook-kindle'],
    };
    await library.import({ ...record, title: 'Newnamed', ...by('Lately Added') });
    expect(await adult.findTitles('oldnamed')).toEqual([]);
    for (const words of ['newnamed', 'lately', 'newna'])
      expect(await adult.findTitles(words)).toEqual(['Newnamed']);
    await library.import({ record: 'copies', websiteId: 37, collectionId: 'main', reserveId, delete: true });
    expect(await adult.findTitles('newnamed')).toEqual([]);
  });
});

test.each([
  ['Snood & Quibble', 'snood and quibble', 'snood & quibble', 'snood quibble', 'snood and quib'],
  ['Zwist und Knall', 'zwist & knall', 'zwist und knall', 'zwist et knall'],
  ['Ampersand und', 'ampersand un'],
])('%s is found, since & is and', async (title, ...searches) => {
  await library.addTitle(1, { title });
  for (const words of searches) expect([words, await adult.findTitles(words)]).toEqual([words, [title]]);
});

test.each([
  ['ノルウェイの森', ['森', 'の森', 'ウェイ', 'ノルウェイの森']],
  ['海辺のカフカ 上', ['カフカ', '上 カフカ', '海辺のカフカ']],
  ['채식주의자를 읽다', ['채식주의자', '주의']],
  ['三体 Trisolaris', ['体', '三 triso', 'Trisolaris 体']],
])('%s is found by words inside it: %j', async (title, searches) => {
  await library.addTitle(1, { title });
  for (const words of searches) {
    expect([words, await adult.findTitles(words)]).toEqual([words, [title]]);
    if (!words.includes('triso')) expect(titlesIn(await adult.search({ title: words }))).toEqual([title]);
  }
  expect(await adult.findTitles('森 カフカ')).toEqual([]);
});

test('a word and what it begins are found, however many words have it inside', async () => {
  const around = Array.from({ length: 600 }, (_, index) => `${String.fromCodePoint(0x5000 + index)}鬱鬯`);
  const subjects = Array.from({ length: 200 }, (_, index) =>
    around.slice(3 * index, 3 * index + 3).join(' '),
  );
  await library.addTitle(1, { title: 'Around', subjects });
  for (const title of ['鬱鬯', '鬱鬯日記']) await library.addTitle(1, { title });
  expect(await adult.findTitles('鬱鬯')).toEqual(['鬱鬯', '鬱鬯日記', 'Around']);
  expect(titlesIn(await adult.search({ title: '鬱鬯' }))).toEqual(['鬱鬯', '鬱鬯日記']);
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
  ])('%s is found whatever the case and accents of the search', async (title, ...searches) => {
    await library.addTitle(1, { title });
    for (const words of searches) expect([words, await adult.findTitles(words)]).toEqual([words, [title]]);
  });

  test('do not matter in creators and subjects either', async () => {
    await library.addTitle(1, { title: 'R1', ...by('Karel Čapek'), subjects: ['Rétrofuturisme'] });
    for (const words of ['capek', 'ČAPEK', 'retrofuturisme karel'])
      expect(await adult.findTitles(words)).toEqual(['R1']);
  });
});

describe('compound words', () => {
  test.each([
    ["L'Étranger du dehors", 'etranger', 'letranger', "l'étranger", 'l’etranger', 'l etranger'],
    ['Spider-Man: Homecoming', 'spiderman', 'spider man', 'spider-man', 'spider', 'man spider'],
    ['R.U.R. Plays', 'rur', 'r.u.r.', 'r u r', 'R.U.R'],
    ['Winnie-the-Pooh', 'winnie the pooh', 'winniethepooh', 'pooh winnie', 'winnie-the-pooh'],
    ['Catch-22', 'catch 22', 'catch-22', 'catch22', '22 catch'],
    ['It Isn’t Cricket', "isn't", 'isnt', 'isn’t'],
    ['www.exemplum.com/a_b@c 3.14 -5 10/20', 'exemplum', 'com www', '3 14', '20 10', 'a_b', 'www -5'],
    ['C++ & C#: AC/DC <b>', 'c++ ac', 'ac dc', 'dc ac', 'b c# ac/dc'],
  ])('%s is found by its parts and as a whole', async (title, ...searches) => {
    await library.addTitle(1, { title, creators: [] });
    for (const words of searches) expect([words, await adult.findTitles(words)]).toEqual([words, [title]]);
  });

  test('in names are found by their parts and as a whole', async () => {
    await library.addTitle(1, {
      title: 'Ring',
      ...by("J.R.R. O'Tolkienson-Smythe", 'Tab Separated\\nOdd "Quoted"'),
    });
    for (const words of [
      'jrr otolkienson',
      "o'tolkienson",
      'tolkienson',
      'smythe',
      'separated',
      'quoted tab',
    ])
      expect([words, await adult.findTitles(words)]).toEqual([words, ['Ring']]);
  });
});

describe('the first result', () => {
  test('has the word in the title, then come those with it in the creator, then in the subject', async () => {
    await library.addTitle(1, { title: 'A Subject', subjects: ['Vexillology'] });
    await library.addTitle(1, { title: 'B Creator', ...by('Ivo Vexillology') });
    await library.addTitle(1, { title: 'C Vexillology' });
    const expected = ['C Vexillology', 'B Creator', 'A Subject'];
    expect(await adult.findTitles('vexillology')).toEqual(expected);
    expect(await adult.findTitles('vexillology', { sort: 'relevance' })).toEqual(expected);
    expect(await adult.findTitles('vexillology', { sort: 'relevance:desc' })).toEqual(expected);
    expect(await adult.findTitles('vexillology', { sort: 'relevance:asc' })).toEqual(expected.toReversed());
  });

  test('has both words in the title, however far apart', async () => {
    const far = 'Umbrage and a Very Long Title with Many a Word in the Middle of It until Cordelia';
    await library.addTitle(1, { title: 'S', subjects: ['Umbrage Cordelia', 'Cordelia Umbrage'] });
    await library.addTitle(1, { title: 'N', ...by('Umbrage Cordelia') });
    await library.addTitle(1, { title: far, creators: [] });
    expect(await adult.findTitles('umbrage cordelia')).toEqual([far, 'N', 'S']);
  });

  test('is the title that equals the search', async () => {
    for (const title of ['Emmeline and Emmeline', 'An Emmeline', 'Emmeline', 'Emmeline: A Life of Emmeline'])
      await library.addTitle(1, { title, subjects: ['Emmeline'] });
    expect((await adult.findTitles('EMMELINE'))[0]).toBe('Emmeline');
  });
});

describe('a misspelt word', () => {
  test('finds the titles with similar words when it finds nothing itself', async () => {
    await library.addTitle(1, { title: 'Xanthippe the Wise' });
    await library.addTitle(1, { title: 'A Study', ...by('Ludmila Petrushevskaya') });
    for (const words of ['xanthipe', 'xantippe', 'xanthippee', 'Xanthîpe', 'xanthpipe'])
      expect([words, await adult.findTitles(words)]).toEqual([words, ['Xanthippe the Wise']]);
    for (const words of ['petrushevskya', 'petruschevskaya'])
      expect([words, await adult.findTitles(words)]).toEqual([words, ['A Study']]);
    const { body } = await adult.search({ q: 'xanthipe', offset: 1 });
    expect([body.totalItems, body.products]).toEqual([1, []]);
  });

  test('is not corrected when it finds something itself', async () => {
    await library.addTitle(1, { title: 'Kingfisherman' });
    await library.addTitle(1, { title: 'Kingfishersman' });
    expect(await adult.findTitles('kingfisherman')).toEqual(['Kingfisherman']);
  });

  test('is corrected only when it is the only word', async () => {
    await library.addTitle(1, { title: 'Zymurgistic Halibut' });
    expect(await adult.findTitles('zymurgystic')).toEqual(['Zymurgistic Halibut']);
    expect(await adult.findTitles('zymurgystic halibut')).toEqual([]);
  });

  test('without similar words finds nothing', async () => {
    expect(await adult.findTitles('qqqqwwwwzzzz')).toEqual([]);
  });

  test('finds no title outside the patron’s collections', async () => {
    await library.addTitle({ adults: 1 }, { title: 'Rhododendronica' });
    expect(await adult.findTitles('rhododendronika')).toEqual(['Rhododendronica']);
    expect(await child.findTitles('rhododendronika')).toEqual([]);
  });
});
