import fc from 'fast-check';
import { buttonColors, contrastBetween } from '../../../src/notifications/composing/notice-colors.js';

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
