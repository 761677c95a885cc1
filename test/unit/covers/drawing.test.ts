import { FIGURES, PALETTES } from '../../../src/covers/palettes.js';
import { fitText, type TextBox } from '../../../src/covers/text-lines.js';
import { isRightToLeft, widthOf } from '../../../src/covers/text-width.js';

const BOX: TextBox = { width: 240, sizes: [40, 30, 20], linesAt: (size) => Math.floor(200 / size) };

describe('text', () => {
  test('has the largest size in which it fits', () => {
    expect(fitText('It', BOX)).toEqual({ size: 40, lines: ['It'] });
    expect(fitText('A Tale of Two Cities', BOX).size).toBe(40);
    expect(fitText('Autobiographies', BOX).size).toBe(20);
  });

  test('is in lines of lengths that are alike', () => {
    expect(fitText('The Art of War', BOX).lines).toEqual(['The Art ', 'of War']);
  });

  test('breaks after spaces, hyphens, dashes and slashes, and nowhere else', () => {
    expect(fitText('a well-made thing', { ...BOX, sizes: [20], width: 110 }).lines).toEqual([
      'a well-',
      'made ',
      'thing',
    ]);
    expect(fitText('cooking-school', { ...BOX, sizes: [20], width: 130 }).lines).toEqual([
      'cooking-',
      'school',
    ]);
    expect(fitText('fruit/mineral—list', { ...BOX, sizes: [20], width: 110 }).lines).toEqual([
      'fruit/',
      'mineral—',
      'list',
    ]);
  });

  test('breaks a word only when the smallest size leaves no other way', () => {
    const { size, lines } = fitText('Donaudampfschifffahrtsgesellschaft', BOX);
    expect(size).toBe(20);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.slice(0, -1).every((line) => line.endsWith('-'))).toBe(true);
    expect(lines.join('').replaceAll('-', '')).toBe('Donaudampfschifffahrtsgesellschaft');
  });

  test('of a script without spaces breaks between words, and no closing mark begins a line', () => {
    const text = '「坊っちゃん」と、もうひとつの長い題名のついた物語集。';
    const { lines } = fitText(text, BOX);
    expect(lines.join('')).toBe(text);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).not.toMatch(/^[」、。]|「$/);
  });

  test('never breaks what is read as one character', () => {
    const { lines } = fitText('👩‍👩‍👧‍👦'.repeat(20), BOX);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).toMatch(/^(?:👩‍👩‍👧‍👦)+…?$/u);
  });

  test('is never wider than its box, nor longer', () => {
    for (const text of [
      'Word after word '.repeat(20),
      'M'.repeat(200),
      'a-'.repeat(120),
      'и мир '.repeat(40),
    ]) {
      const { size, lines } = fitText(text.trim(), BOX);
      expect(lines.length).toBeLessThanOrEqual(BOX.linesAt(size));
      for (const line of lines) expect(widthOf(line.trimEnd()) * size).toBeLessThanOrEqual(BOX.width);
      expect(lines.at(-1)).toMatch(/…$/);
    }
  });

  test('of nothing has no lines', () => {
    expect(fitText('', BOX).lines).toEqual([]);
  });

  test.each([
    ['Pride and Prejudice', false],
    ['«Война и мир»', false],
    ['1984', false],
    ['חיים', true],
    ['(ألف ليلة)', true],
    ['Arabic: ألف', false],
  ])('%s runs from the right: %s', (text, expected) => {
    expect(isRightToLeft(text)).toBe(expected);
  });
});

/** WCAG 2.2, relative luminance. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = parseInt(colour.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

test.each(PALETTES)('ink is readable on $background and on $shade', ({ background, shade, accent, ink }) => {
  expect(contrast(ink, background)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(ink, shade)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(accent, background)).toBeGreaterThanOrEqual(3);
});

test('figures are paths and nothing else', () => {
  for (const figure of FIGURES) expect(figure).toMatch(/^[MVHLAZ\d .-]+$/i);
});
