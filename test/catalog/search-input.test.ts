import { expectOk, expectRefusal } from '../support/answers.js';
import { TestLibrary, type TestTitle } from '../support/test-library.js';
import { type Browser, newBrowser, titlesIn } from './shelves.js';

/** Text is text: nothing that is typed is a command to what searches. */
let library: TestLibrary;
let adult: Browser;
beforeAll(async () => {
  library = await TestLibrary.open();
  adult = await newBrowser(library);
});
afterAll(() => library.close());

describe('whatever is typed', () => {
  let title: TestTitle;
  beforeAll(async () => {
    title = await library.title(1, { title: 'Zephyrine Quagga' });
  });

  test.each([
    ...[
      "'",
      "''",
      '"',
      '\\',
      '&',
      '|',
      '!',
      ':',
      '*',
      '<->',
      '()',
      '((',
      ':*',
      '&!|',
      '%',
      '_',
      '$',
      '--',
      ';',
      '/*',
    ],
    ...['\u0301', '\u200b', '…', '{{}}', '?', '#', '\t\n', '\ufffd', '🦓', '\u202e'],
  ])('%j alone has no word, and finds nothing', async (typed) => {
    const answer = await adult.search({ q: typed });
    expectOk(answer);
    expect(answer.body).toMatchObject({ totalItems: 0, products: [] });
  });

  test.each([
    'zephyrine & quagga',
    "zephyrine' quagga",
    'quagga"zephyrine',
    '!zephyrine',
    '(zephyrine',
    'zephyrine:*',
    'zephyrine:A',
    'zephyrine <-> quagga',
    'zephyrine\\',
    '%zephyrine%',
    '*quagga*',
    'zephyrine | quagga',
    '🦓 quagga',
    "'quagga'); --",
    'zephyrine+quagga',
    '$zephyrine$ "$"',
  ])('%j means its words', async (typed) => {
    expect(await adult.finds(typed)).toEqual(['Zephyrine Quagga']);
  });

  test.each([
    'zephyrine | zebra',
    '!zebra',
    'zeph%',
    'zeph_rine',
    'zephyrine or zebra',
    'zephyr.ne',
    "'; DROP TABLE title; --",
  ])('%j has no meaning beyond its words', async (typed) => {
    const found = await adult.finds(typed);
    expect(found).toEqual(typed === 'zeph%' ? ['Zephyrine Quagga'] : []);
  });

  test('a NUL, and a text longer than 500 characters, are refused', async () => {
    for (const path of [
      'q=zeph%00yrine',
      `q=${'a'.repeat(501)}`,
      `q=${'a'.repeat(5_000)}`,
      `q=${'%F0%9F%A6%93'.repeat(251)}`,
    ])
      expectRefusal(
        await adult.reader.get(`${adult.products}/?${path}`),
        'InvalidFieldValue',
        /^q must be text of at most 500 characters, without NUL\.$/,
      );
  });

  test('the longest text that is allowed, and the most words, are searched for', async () => {
    for (const q of [
      'a'.repeat(500),
      'qz '.repeat(166),
      'é'.repeat(500),
      `${'ab-'.repeat(166)}c`,
      "'".repeat(500),
    ])
      expect(titlesIn(await adult.search({ q }))).toEqual([]);
  });

  test('bytes that are no UTF-8 are read as well as may be', async () => {
    for (const q of ['%FF%FE', '%ED%A0%80', '%C3', '%E2%82', 'zephyrine%FF'])
      expect([200, 400]).toContain((await adult.reader.get(`${adult.products}/?q=${q}`)).status);
  });

  test('everything is still there', async () => {
    expectOk(await adult.metadata(title));
    expect(await adult.finds('zephyrine')).toEqual(['Zephyrine Quagga']);
  });
});
