import {
  effectiveLendingPeriod,
  FORMAT_CLASSES,
  LENDING_PERIOD_DAYS,
  parseFormatClass,
  permitLendingPeriod,
} from '../../../src/domain/lending-period.js';
import { refusalOf } from './refusal-of.js';

const defaults = { eBook: 21, Audiobook: 14, Video: 7 };

test('without an override and a preference, the library’s default applies', () => {
  const sources = { overrides: {}, preferences: {}, defaults };
  expect(FORMAT_CLASSES.map((formatClass) => effectiveLendingPeriod(formatClass, sources))).toEqual([
    21, 14, 7,
  ]);
});

test('the patron’s preference overrides the library’s default, for its own format only', () => {
  const sources = { overrides: {}, preferences: { eBook: 89 }, defaults };
  expect(effectiveLendingPeriod('eBook', sources)).toBe(89);
  expect(effectiveLendingPeriod('Audiobook', sources)).toBe(14);
});

test('the library’s override replaces the patron’s preference until it is removed', () => {
  const sources = { overrides: { eBook: 7 }, preferences: { eBook: 89 }, defaults };
  expect(effectiveLendingPeriod('eBook', sources)).toBe(7);
  expect(effectiveLendingPeriod('eBook', { ...sources, overrides: {} })).toBe(89);
});

test('an override applies even without a preference, and even if patrons cannot choose it', () => {
  expect(effectiveLendingPeriod('Video', { overrides: { Video: 2 }, preferences: {}, defaults })).toBe(2);
});

test('each format offers the days of the contract', () => {
  expect(LENDING_PERIOD_DAYS).toEqual({
    eBook: [1, 7, 14, 21, 89],
    Audiobook: [1, 7, 14, 21],
    Video: [1, 3, 5, 7],
  });
});

test.each(FORMAT_CLASSES)('exactly the days on the list of %s are permitted', (formatClass) => {
  const permitted = Array.from({ length: 400 }, (_, days) => days).filter(
    (days) => refusalOf(() => permitLendingPeriod(formatClass, days)) === undefined,
  );
  expect(permitted).toEqual(LENDING_PERIOD_DAYS[formatClass]);
});

test('any other period is refused with the format and its list', () => {
  expect(() => permitLendingPeriod('Video', 89)).toThrow(
    expect.objectContaining({
      code: 'InvalidLendingPeriod',
      message: 'lendingPeriodDays must be one of 1, 3, 5, 7 for Video.',
    }) as Error,
  );
});

test.each([
  ['eBook', 'eBook'],
  ['ebook', 'eBook'],
  ['EBOOK', 'eBook'],
  ['audiobook', 'Audiobook'],
  ['AudioBook', 'Audiobook'],
  ['video', 'Video'],
])('clients may write %s for %s', (text, formatClass) => {
  expect(parseFormatClass(text)).toBe(formatClass);
});

test.each(['', 'book', 'e-book', ' eBook', 'eBook ', 'Magazine', 'toString'])(
  '“%s” is not a format',
  (text) => {
    expect(parseFormatClass(text)).toBeUndefined();
  },
);
