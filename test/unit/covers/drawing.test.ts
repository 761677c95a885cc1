import { drawCover } from '../../../src/catalog/covers/cover-drawing.js';
import type { CoveredTitle } from '../../../src/catalog/covers/covers.store.js';
import { FIGURES, PALETTES } from '../../../src/catalog/covers/palettes.js';
import { fitText, type TextBox } from '../../../src/catalog/covers/text-lines.js';
import { isRightToLeft, widthOf } from '../../../src/catalog/covers/text-width.js';

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

describe('a cover', () => {
  const draw = (members: Partial<CoveredTitle>): string =>
    drawCover({
      reserveId: 'aaaaaaaa-0000-4000-8000-000000000001',
      title: 'Frankenstein',
      creator: 'Mary Shelley',
      language: null,
      ...members,
    });

  const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

  /** What a person reads: the title's lines and the creator's. */
  const textsIn = (svg: string): string[] =>
    [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, lines = '']) =>
      lines.replaceAll(/<[^>]*>/g, '').replaceAll(/&(\w+);/g, (_, name: string) => CHARACTERS[name] ?? ''),
    );

  test('has no script, no style and no address but the namespace', () => {
    const svg = draw({});
    expect(textsIn(svg)).toEqual(['Frankenstein', 'Mary Shelley']);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/);
    expect(svg).not.toMatch(/<(?:script|style|image|use|a|foreignObject)\b/);
    expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/:\/\/|href|url\(|\son\w+=/i);
  });

  test('repeats nothing of a title as markup, and leaves out what XML cannot hold', () => {
    const hostile = `</text> <script> alert("1") & 'quotes' <![CDATA[ ]]> &#60;`;
    const svg = draw({ title: hostile, creator: '<b onload="x">', language: '"><script>' });
    expect(svg).not.toMatch(/<script|<b|<!|]]>|onload="|xml:lang/);
    expect(textsIn(svg)).toEqual([hostile, '<b onload="x">']);
    const odd = draw({ title: 'Tab\there, \u0001control,\uffff nothing', creator: null });
    expect(textsIn(odd)).toEqual(['Tab here, control, nothing']);
  });

  test('runs from the right for a title that does, and stands left otherwise', () => {
    const arabic = draw({ title: 'ألف ليلة وليلة', creator: 'Anonymous', language: 'ar' });
    expect(arabic).toMatch(/^<svg [^>]*xml:lang="ar"/);
    const [title = '', creator = ''] = arabic.match(/<text.*?<\/text>/g) ?? [];
    expect(title).toMatch(/^<text [^>]*direction="rtl"><tspan x="272"/);
    expect(creator).toMatch(/^<text [^>]*text-anchor="end"><tspan x="272"/);
    const english = draw({ title: 'A Thousand Nights and a Night', language: 'en' });
    expect(english).not.toMatch(/direction|text-anchor/);
    expect(english).toContain('<tspan x="28"');
  });

  test.each([
    ['Latin', 'Word after word '.repeat(60)],
    ['one word', 'x'.repeat(1000)],
    ['Japanese', '吾輩は猫である'.repeat(142)],
    ['emoji of many parts', '👩‍👩‍👧‍👦'.repeat(90)],
  ])('of a title as long as records allow is cut: %s', (_, title) => {
    const svg = draw({ title });
    expect(Buffer.byteLength(svg)).toBeLessThan(2048);
    expect(textsIn(svg)[0]).toMatch(/…$/);
  });

  test('differs from title to title', () => {
    const colours = Array.from({ length: 20 }, (_, number) => {
      const reserveId = `aaaaaaaa-0000-4000-8000-${String(number).padStart(12, '0')}`;
      return /fill="(#[0-9a-f]{6})"/.exec(draw({ reserveId }))?.[1];
    });
    expect(new Set(colours).size).toBeGreaterThanOrEqual(4);
  });
});
