import {
  formatToLockIn,
  type LoanFormats,
  lockableFormats,
  mustLockIn,
  usableFormats,
} from '../../../../src/domain/checkout.js';
import { refusalOf } from '../refusal-of.js';

const FORMATS = ['ebook-epub-adobe', 'ebook-overdrive', 'ebook-kindle'];

/** A loan of a title with two formats to download and one online. */
function loan(formatType: string | null = null, changed: Partial<LoanFormats> = {}): LoanFormats {
  return { formats: FORMATS, formatDetails: [], formatType, ...changed };
}

describe('the formats of a loan', () => {
  test.each<[string, LoanFormats, string[], string[]]>([
    ['nothing locked in', loan(), ['ebook-overdrive'], ['ebook-epub-adobe', 'ebook-kindle']],
    ['the last one locked in', loan('ebook-kindle'), ['ebook-overdrive', 'ebook-kindle'], []],
    ['the first one locked in', loan('ebook-epub-adobe'), ['ebook-epub-adobe', 'ebook-overdrive'], []],
    ['only formats to download', loan(null, { formats: ['video-wmv'] }), [], ['video-wmv']],
    ['only a format online', loan(null, { formats: ['video-streaming'] }), ['video-streaming'], []],
    ['no format at all', loan(null, { formats: [] }), [], []],
    [
      'a record that says what is online',
      loan(null, {
        formatDetails: [
          { id: 'ebook-kindle', online: true },
          { id: 'ebook-overdrive', online: false },
        ],
      }),
      ['ebook-kindle'],
      ['ebook-epub-adobe', 'ebook-overdrive'],
    ],
    [
      'one locked in that the title has no longer',
      loan('ebook-stone'),
      ['ebook-overdrive', 'ebook-stone'],
      [],
    ],
  ])('with %s', (_, borrowed, usable, lockable) => {
    expect(usableFormats(borrowed)).toEqual(usable);
    expect(lockableFormats(borrowed)).toEqual(lockable);
  });
});

describe('a format that is asked for', () => {
  test.each<[string, LoanFormats, boolean]>([
    ['ebook-kindle', loan(), true],
    ['ebook-overdrive', loan(), false],
    ['ebook-kindle', loan('ebook-kindle'), false],
    ['ebook-overdrive', loan('ebook-kindle'), false],
  ])('%s of %j: it must be locked in first: %s', (formatType, borrowed, expected) => {
    expect(mustLockIn(formatType, borrowed)).toBe(expected);
  });

  test.each<[string, LoanFormats, string]>([
    ['ebook-stone', loan(), 'PatronTitleProcessingFailed'],
    ['EBOOK-KINDLE', loan(), 'PatronTitleProcessingFailed'],
    ['ebook-epub-adobe', loan('ebook-kindle'), 'AnotherFormatHasBeenLockedIn'],
    ['ebook-stone', loan('ebook-kindle'), 'PatronTitleProcessingFailed'],
  ])('%s of %j is refused with %s', (formatType, borrowed, code) => {
    expect(refusalOf(() => void mustLockIn(formatType, borrowed))).toBe(code);
  });
});

describe('a format that is given at the checkout', () => {
  test.each([
    ['ebook-kindle', 'ebook-kindle'],
    ['ebook-overdrive', undefined],
    [undefined, undefined],
    ['ebook-stone', undefined],
    ['EBOOK-KINDLE', undefined],
  ])('%s locks in: %s', (formatType, expected) => {
    expect(formatToLockIn(formatType, loan())).toBe(expected);
  });
});
