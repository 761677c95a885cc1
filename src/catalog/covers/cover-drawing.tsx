import { hash } from 'node:crypto';
import type { VNode } from 'preact';
import { renderSvg } from '../../platform/html/document.js';
import type { CoveredTitle } from './covers.store.js';
import { FIGURES, PALETTES } from './palettes.js';
import { fitText, type TextBox } from './text-lines.js';
import { isRightToLeft } from './text-width.js';

const WIDTH = 300;
const HEIGHT = 450;
const MARGIN = 28;
/** The margin beside the longest line in the widest font; in most fonts the margin is about `MARGIN`. */
const MIN_MARGIN = 14;
const TEXT_WIDTH = WIDTH - MARGIN - MIN_MARGIN;
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

/** Spaces, and characters that XML forbids or fonts lack. Joiners are kept: some scripts need them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\s]+/gu;

/**
 * An SVG of up to 2 kB with the title and its first creator. The colours, and the figure behind the text, follow from the title's id, so a
 * title always looks the same. It has no script, style or reference.
 */
export function drawCover({ reserveId, title, creator, language }: CoveredTitle): string {
  const [first = 0, second = 0] = hash('sha256', reserveId, 'buffer');
  const palette = PALETTES[first % PALETTES.length] ?? PALETTES[0]!;
  const figure = FIGURES[second % FIGURES.length] ?? FIGURES[0];
  const isMirrored = isRightToLeft(title);
  return renderSvg(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      xmlLang={languageOf(language)}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
    >
      <rect width={WIDTH} height={HEIGHT} fill={palette.background} />
      <path
        d={figure}
        fill={palette.shade}
        transform={isMirrored ? `matrix(-1 0 0 1 ${WIDTH} 0)` : undefined}
      />
      <rect
        x={isMirrored ? WIDTH - MARGIN - 44 : MARGIN}
        y={40}
        width={44}
        height={5}
        fill={palette.accent}
      />
      <g fill={palette.ink}>
        <Title title={printable(title)} isMirrored={isMirrored} />
        {creator !== null && <Creator name={printable(creator)} isMirrored={isMirrored} />}
      </g>
    </svg>,
  );
}

function Title({ title, isMirrored }: { readonly title: string; readonly isMirrored: boolean }): VNode {
  const { size, lines } = fitText(title, TITLE_BOX);
  const placing = { size, top: TITLE_TOP + size * 0.9, leading: size * LEADING, isMirrored };
  return <Lines lines={lines} family="Georgia,'Times New Roman',serif" {...placing} />;
}

function Creator({ name, isMirrored }: { readonly name: string; readonly isMirrored: boolean }): VNode {
  const { size, lines } = fitText(name, CREATOR_BOX);
  const leading = size * LEADING;
  const placing = { size, top: CREATOR_BOTTOM - (lines.length - 1) * leading, leading, isMirrored };
  return <Lines lines={lines} family="Helvetica,Arial,sans-serif" {...placing} />;
}

interface LinesProps {
  readonly lines: readonly string[];
  readonly family: string;
  readonly size: number;
  readonly top: number;
  readonly leading: number;
  readonly isMirrored: boolean;
}

/** Starts at the left margin, or at the right one when mirrored, whatever the direction of the text. */
function Lines({ lines, family, size, top, leading, isMirrored }: LinesProps): VNode {
  const isRtl = isRightToLeft(lines.join(''));
  const x = isMirrored ? WIDTH - MARGIN : MARGIN;
  return (
    <text
      font-family={family}
      font-size={size}
      direction={isRtl ? 'rtl' : undefined}
      text-anchor={isRtl === isMirrored ? undefined : 'end'}
    >
      {lines.map((line, index) => (
        <>
          <tspan x={x} y={Math.round(top + index * leading)}>
            {line.trimEnd()}
          </tspan>
          {/* The space is behind the line, where it takes no room: screen readers and copied text keep words apart. */}
          {/\s$/.test(line) && ' '}
        </>
      ))}
    </text>
  );
}

function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, ' ').trim();
}

/** Fonts need the language, for example to choose the Chinese or the Japanese form of a character. */
function languageOf(language: string | null): string | undefined {
  return language !== null && /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(language) ? language : undefined;
}
