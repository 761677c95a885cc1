import fc from 'fast-check';
import { buttonColors, contrastBetween, linkColors } from '../../../src/domain/colors.js';
import { THEME } from '../../../src/platform/html/theme.js';
import { timeInWords } from '../../../src/notifications/composing/notice-time.js';

/** WCAG 2.2, 1.4.3, level AA. */
const READABLE = 4.5;

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('the text on a button of any color can be read', () => {
  fc.assert(
    fc.property(color, (background) => {
      const colors = buttonColors(background);
      expect(colors.background).toBe(background);
      expect(contrastBetween(colors.text, background)).toBeGreaterThanOrEqual(READABLE);
    }),
    { numRuns: 2_000 },
  );
});

/** Of the service's own pages, in the light and in the dark. */
const grounds = [...THEME.matchAll(/--(?:paper|card): light-dark\((#\w+), (#\w+)\)/g)];
const LIGHT = ['#ffffff', ...grounds.map(([, light = '']) => light)];
const DARK = ['#121212', ...grounds.map(([, , dark = '']) => dark)];

test('a link of any color can be read, on white and in the dark', () => {
  expect(grounds).toHaveLength(2);
  fc.assert(
    fc.property(color, (own) => {
      const { onWhite, onDark } = linkColors(own);
      for (const ground of LIGHT) expect(contrastBetween(onWhite, ground)).toBeGreaterThanOrEqual(READABLE);
      for (const ground of DARK) expect(contrastBetween(onDark, ground)).toBeGreaterThanOrEqual(READABLE);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['a dark color stays on white, and is lighter in the dark', '#0a3d62', '#0a3d62', '#a2b5c3'],
  ['a light color is darker on white, and stays in the dark', '#ffd400', '#856e00', '#ffd400'],
])('%s', (_, own, onWhite, onDark) => {
  expect(linkColors(own)).toEqual({ onWhite, onDark });
});

test('every gray can be read, and so can the service’s own color', () => {
  for (let gray = 0; gray < 256; gray++) {
    const background = `#${gray.toString(16).padStart(2, '0').repeat(3)}`;
    expect(contrastBetween(buttonColors(background).text, background)).toBeGreaterThanOrEqual(READABLE);
  }
  const own = buttonColors(null);
  expect(contrastBetween(own.text, own.background)).toBeGreaterThanOrEqual(READABLE);
});

test('contrast is that of WCAG', () => {
  expect(contrastBetween('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastBetween('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrastBetween('#123456', '#123456')).toBe(1);
});

// Intl separates some words by spaces that do not break.
const inWords = (time: string, locale: string, zone: string | null): string =>
  timeInWords(new Date(time), locale, zone).replaceAll(/\s/gu, ' ');

test.each([
  ['2026-11-22T13:30:00Z', 'en', null, 'Sunday, 22 November 2026 at 13:30 UTC'],
  ['2026-11-22T13:30:00Z', 'en', 'Europe/London', 'Sunday, 22 November 2026 at 13:30 GMT'],
  ['2026-11-22T13:30:00Z', 'en-US', 'America/New_York', 'Sunday, November 22, 2026 at 8:30 AM EST'],
  ['2026-11-22T13:30:00Z', 'de', 'Europe/Berlin', 'Sonntag, 22. November 2026 um 14:30 MEZ'],
  ['2026-11-22T23:30:00Z', 'fr', 'Europe/Paris', 'lundi 23 novembre 2026 à 00:30 UTC+1'],
  ['2026-11-22T13:30:00Z', 'es', 'America/Mexico_City', 'domingo, 22 de noviembre de 2026, 7:30 GMT-6'],
  // India is half an hour off, and Kathmandu a quarter.
  ['2026-11-22T13:30:00Z', 'en', 'Asia/Kathmandu', 'Sunday, 22 November 2026 at 19:15 GMT+5:45'],
])('%s in %s in the zone %s is %s', (time, locale, zone, expected) => {
  expect(inWords(time, locale, zone)).toBe(expected);
});

/** Each row: a moment, and the local time and the zone's name at that moment. */
test.each([
  ['before clocks go forward in Berlin', '2027-03-28T00:59:00Z', 'Europe/Berlin', '01:59 CET'],
  ['after clocks went forward in Berlin', '2027-03-28T01:00:00Z', 'Europe/Berlin', '03:00 CEST'],
  ['the first 02:30 when they go back', '2026-10-25T00:30:00Z', 'Europe/Berlin', '02:30 CEST'],
  ['the second 02:30 an hour later', '2026-10-25T01:30:00Z', 'Europe/Berlin', '02:30 CET'],
  ['before clocks go forward in New York', '2027-03-14T06:59:00Z', 'America/New_York', '01:59 EST'],
  ['after clocks went forward in New York', '2027-03-14T07:00:00Z', 'America/New_York', '03:00 EDT'],
  ['summer in the south', '2026-12-24T12:00:00Z', 'Australia/Sydney', '23:00 AEDT'],
  ['winter in the south', '2026-06-24T12:00:00Z', 'Australia/Sydney', '22:00 AEST'],
  ['a change of half an hour', '2026-12-24T12:00:00Z', 'Australia/Lord_Howe', '23:00 LHDT'],
  ['and back', '2026-06-24T12:00:00Z', 'Australia/Lord_Howe', '22:30 LHST'],
  ['no change at all', '2026-06-24T12:00:00Z', 'Africa/Lagos', '13:00 WAT'],
  ['a zone without a short name', '2026-06-24T12:00:00Z', 'Asia/Kathmandu', '17:45 GMT+5:45'],
])('%s, the notice has the local time and says which it is', (_, time, zone, expected) => {
  expect(inWords(time, 'en', zone)).toMatch(new RegExp(` at ${expected.replace('+', '\\+')}$`));
});
