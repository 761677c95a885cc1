import { globSync, readFileSync } from 'node:fs';
import { formatName, KNOWN_FORMATS } from '../../src/domain/titles/format.js';
import { ERROR_STATUS } from '../../src/http/errors/error-status.js';
import { catalog as english } from '../../src/shelf/browser/words/en.js';
import { ownWordsIn, sentencesSaidIn } from './own-words.js';

const CATALOG = /\/words\/[a-z]{2}\.ts$/;
const sources = globSync('src/shelf/browser/**/*.{ts,tsx}')
  .filter((name) => !CATALOG.test(name))
  .map((name) => ({ name, source: readFileSync(name, 'utf8') }));

describe('the texts of the shelf', () => {
  test('stand in the catalogs: the components have none', () => {
    expect(sources.length).toBeGreaterThan(40);
    expect(sources.flatMap(({ name, source }) => ownWordsIn(source, name))).toEqual([]);
  });

  test.each([
    ['text', '<p class="quiet">Loans</p>', 'Loans'],
    ['a label', "<button aria-label='Close' />", 'Close'],
    ['a label in braces', '<input placeholder={"Title"} />', 'Title'],
    ['a choice', "<p>{isOpen ? say('a') : 'shut'}</p>", 'shut'],
    ['what comes under a condition', "<p>{isOpen && 'open'}</p>", 'open'],
    ['a template', '<p>{`${count} days`}</p>', 'days'],
    ['a property of a component', '<Choice label="Kind" />', 'Kind'],
    ['a sentence for later', "announce('The command is copied.')", 'The command is copied.'],
    ['a sentence with values', 'announce(`The clock shows ${time}.`)', 'The clock shows'],
  ])('would be found among components: %s', (_, source, text) => {
    expect(ownWordsIn(source)).toEqual([text]);
  });

  test.each([
    "<p class={isOpen ? 'is-open' : 'is shut'}>{say('open')}</p>",
    '<select name="sort" aria-labelledby="by-card">{names.map((name) => <b key="x y">{name}</b>)}</select>',
    "throw new Error('No language was chosen.')",
    "if (kind === 'who is signed in?') send({ kind: 'signed in' })",
  ])('are none in %s', (source) => {
    expect(ownWordsIn(source)).toEqual([]);
  });

  test('are all shown somewhere', () => {
    const said = new Set(sources.flatMap(({ source }) => sentencesSaidIn(source)));
    expect(Object.keys(english.sentences).filter((name) => !said.has(name))).toEqual([]);
  });

  test('name the formats that the service knows, as it does in English', () => {
    expect(english.formats).toEqual(Object.fromEntries(KNOWN_FORMATS.map((id) => [id, formatName(id)])));
  });

  test('refuse by codes that the service has', () => {
    expect(Object.keys(english.refusals).filter((code) => !(code in ERROR_STATUS))).toEqual([]);
  });
});
