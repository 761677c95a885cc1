import { charactersOf, isUnspaced, widthOf } from './text-width.js';

/** A place for text: its width in pixels, its font sizes from the largest to the smallest, and how many lines each size may have. */
export interface TextBox {
  readonly width: number;
  readonly sizes: readonly number[];
  linesAt(size: number): number;
}

export interface FittedText {
  readonly size: number;
  /** Each with the space at its end. */
  readonly lines: readonly string[];
}

/** Text that stays on one line, with the space after it. Widths are in em; `ink` is the width without that space. */
interface Piece {
  readonly text: string;
  readonly width: number;
  readonly ink: number;
}

/** In UTF-16 units; a longer text never fits. Covers are public, so a long title must not cost much more than a short one. */
const MAX_LENGTH = 240;

/** Takes the largest size that breaks no word. In the smallest size words are broken and the text is cut. */
export function fitText(text: string, box: TextBox): FittedText {
  const pieces = textsOf(clipped(text)).map(pieceOf);
  const widest = Math.max(...pieces.map(({ ink }) => ink), 1);
  for (const size of box.sizes) {
    const width = box.width / size;
    if (widest > width) continue;
    if (fill(pieces, width).length <= box.linesAt(size))
      return { size, lines: balanced(pieces, width, widest) };
  }
  const size = box.sizes.at(-1) ?? 0;
  const width = box.width / size;
  const lines = fill(
    pieces.flatMap((piece) => brokenTo(width, piece)),
    width,
  );
  return { size, lines: cutTo(box.linesAt(size), lines, width) };
}

function clipped(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const characters = charactersOf(text.slice(0, MAX_LENGTH));
  // The last character may have been cut in two.
  return `${characters.slice(0, -1).join('').trimEnd()}…`;
}

function pieceOf(text: string): Piece {
  return { text, width: widthOf(text), ink: widthOf(text.trimEnd()) };
}

const words = new Intl.Segmenter('und', { granularity: 'word' });

/** Words, and parts of them that end in a hyphen, a dash or a slash. */
function textsOf(text: string): string[] {
  const spaced = text.match(/[^\s/–—-]+[/–—-]*\s*|[/–—-]+\s*|\s+/gu) ?? [];
  return spaced.flatMap((part) => (isUnspaced(part) ? wordsOf(part) : [part])).filter(Boolean);
}

/** Words in scripts without spaces. No line starts with a closing mark or a space, and none ends with an opening bracket. */
function wordsOf(text: string): string[] {
  const parts: string[] = [];
  for (const { segment } of words.segment(text)) {
    const last = parts.at(-1);
    const isClosing = !/[\p{L}\p{N}\p{Ps}\p{Pi}]/u.test(segment);
    if (last !== undefined && (isClosing || /[\p{Ps}\p{Pi}]$/u.test(last)))
      parts[parts.length - 1] = last + segment;
    else parts.push(segment);
  }
  return parts;
}

function fill(pieces: readonly Piece[], width: number): string[] {
  const lines: string[] = [];
  let used = Infinity;
  for (const piece of pieces) {
    if (used + piece.ink <= width) lines[lines.length - 1] += piece.text;
    else {
      lines.push(piece.text);
      used = 0;
    }
    used += piece.width;
  }
  return lines;
}

/** In em. */
const BALANCING_STEP = 0.5;

/** Narrows the text as long as the number of lines stays the same, so that the last line is not a single word. */
function balanced(pieces: readonly Piece[], width: number, widest: number): string[] {
  let lines = fill(pieces, width);
  for (let narrower = width - BALANCING_STEP; narrower >= widest; narrower -= BALANCING_STEP) {
    const narrow = fill(pieces, narrower);
    if (narrow.length > lines.length) break;
    lines = narrow;
  }
  return lines;
}

/** Splits a piece that is wider than a line, with hyphens in scripts that use them. */
function brokenTo(width: number, piece: Piece): Piece[] {
  if (piece.ink <= width) return [piece];
  const hyphen = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(piece.text) ? '-' : '';
  const parts = [''];
  let used = widthOf(hyphen);
  for (const character of charactersOf(piece.text)) {
    const own = widthOf(character);
    if (used + own > width) {
      parts.push('');
      used = widthOf(hyphen);
    }
    parts[parts.length - 1] += character;
    used += own;
  }
  return parts.map((part, index) => pieceOf(index < parts.length - 1 ? part + hyphen : part));
}

function cutTo(most: number, lines: readonly string[], width: number): string[] {
  if (lines.length <= most) return [...lines];
  const characters = charactersOf(lines[most - 1] ?? '');
  while (widthOf(`${characters.join('')}…`) > width) characters.pop();
  return [...lines.slice(0, most - 1), `${characters.join('').trimEnd()}…`];
}
