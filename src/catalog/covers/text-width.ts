/**
 * Estimated widths, in em. The font is unknown: an SVG is drawn with a serif of the reader's machine. These are the widths of DejaVu Serif,
 * the widest of the common ones, so the text also fits in the others.
 */

const FULL_WIDTH =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\u3000-\u303f\uff00-\uff60]/u;

const WIDTHS: readonly (readonly [matches: RegExp, width: number])[] = [
  [/^[\s]/u, 0.32],
  [/^[iIjlJftr.,:;'’‘!|()[\]/-]/u, 0.42],
  [/^[mwMW@%—…]/u, 1],
  [FULL_WIDTH, 1],
  [/^\p{Lu}/u, 0.78],
];
const OTHER_WIDTH = 0.64;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Grapheme clusters: what a reader sees as one character. */
export function charactersOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

export function widthOf(text: string): number {
  return charactersOf(text).reduce((sum, character) => sum + widthOfCharacter(character), 0);
}

function widthOfCharacter(character: string): number {
  return WIDTHS.find(([matches]) => matches.test(character))?.[1] ?? OTHER_WIDTH;
}

/** Whether the text contains a script without spaces between words. */
export function isUnspaced(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
    text,
  );
}

/** The first letter decides, as in UAX #9. */
export function isRightToLeft(text: string): boolean {
  const [first = ''] = /\p{L}/u.exec(text) ?? [];
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u.test(
    first,
  );
}
