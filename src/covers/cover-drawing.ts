import { hash } from 'node:crypto';
import { escaped } from '../http/answers/escaped.js';
import type { CoveredTitle } from './covers.store.js';
import { FIGURES, PALETTES } from './palettes.js';
import { fitText, type TextBox } from './text-lines.js';
import { isRightToLeft } from './text-width.js';

const WIDTH = 300;
const HEIGHT = 450;
const MARGIN = 28;
/** The margin beside the longest line in the widest font; most fonts leave about as much as `MARGIN`. */
const LEAST_MARGIN = 14;
const TEXT_WIDTH = WIDTH - MARGIN - LEAST_MARGIN;
const LEADING = 1.18;
const TITLE_TOP = 66;
const TITLE_HEIGHT = 236;
const CREATOR_BOTTOM = 420;

const TITLE_BOX: TextBox = {
  width: TEXT_WIDTH,
  sizes: [44, 38, 33, 29, 25, 22, 19],
  linesAt: (size) => Math.floor(TITLE_HEIGHT / (size * LEADING)),
};
const CREATOR_BOX: TextBox = { width: TEXT_WIDTH, sizes: [19, 16, 14], linesAt: () => 2 };

/** Spaces, and characters that XML forbids or fonts lack. Joiners are not among them: some scripts need them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\s]+/gu;

/**
 * An SVG of up to 2 kB with the title and its first creator. The colours, and the figure behind the text, follow from the
 * title's id, so a title always looks the same. There is no script, style or reference in it.
 */
export function drawCover({ reserveId, title, creator, language }: CoveredTitle): string {
  const [first = 0, second = 0] = hash('sha256', reserveId, 'buffer');
  const palette = PALETTES[first % PALETTES.length] ?? PALETTES[0]!;
  const figure = FIGURES[second % FIGURES.length] ?? '';
  const isMirrored = isRightToLeft(title);
  const name = creator === null ? '' : drawCreator(printable(creator), isMirrored);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg"${languageOf(language)} viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${palette.background}"/>`,
    `<g fill="${palette.shade}"${isMirrored ? ` transform="matrix(-1 0 0 1 ${WIDTH} 0)"` : ''}>${figure}</g>`,
    `<rect x="${isMirrored ? WIDTH - MARGIN - 44 : MARGIN}" y="40" width="44" height="5" fill="${palette.accent}"/>`,
    `<g fill="${palette.ink}">${drawTitle(printable(title), isMirrored)}${name}</g>`,
    '</svg>',
  ].join('');
}

function drawTitle(title: string, isMirrored: boolean): string {
  const { size, lines } = fitText(title, TITLE_BOX);
  const font = `font-family="Georgia,'Times New Roman',serif" font-size="${size}"`;
  return drawLines(lines, { font, top: TITLE_TOP + size * 0.9, leading: size * LEADING, isMirrored });
}

function drawCreator(name: string, isMirrored: boolean): string {
  const { size, lines } = fitText(name, CREATOR_BOX);
  const font = `font-family="Helvetica,Arial,sans-serif" font-size="${size}"`;
  const leading = size * LEADING;
  return drawLines(lines, { font, top: CREATOR_BOTTOM - (lines.length - 1) * leading, leading, isMirrored });
}

interface Placing {
  readonly font: string;
  /** The baseline of the first line. */
  readonly top: number;
  readonly leading: number;
  readonly isMirrored: boolean;
}

/** From the left margin, or from the right one when mirrored, whatever the direction of the text. */
function drawLines(lines: readonly string[], { font, top, leading, isMirrored }: Placing): string {
  const isRtl = isRightToLeft(lines.join(''));
  const direction = isRtl ? ' direction="rtl"' : '';
  const anchor = isRtl === isMirrored ? '' : ' text-anchor="end"';
  const x = isMirrored ? WIDTH - MARGIN : MARGIN;
  const spans = lines.map((line, index) => {
    // The space goes behind the line, where it takes no room, so that screen readers and copied text keep words apart.
    const space = /\s$/.test(line) ? ' ' : '';
    return `<tspan x="${x}" y="${Math.round(top + index * leading)}">${escaped(line.trimEnd())}</tspan>${space}`;
  });
  return `<text ${font}${direction}${anchor}>${spans.join('')}</text>`;
}

function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, ' ').trim();
}

/** Fonts need it, for example to choose the Chinese or the Japanese form of a character. */
function languageOf(language: string | null): string {
  return language !== null && /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(language)
    ? ` xml:lang="${language}"`
    : '';
}
