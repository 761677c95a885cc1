const BLACK = '#000000';
const WHITE = '#ffffff';
/** The darkest light background, and the lightest dark one, of mail programs and of the service's own pages. */
const [LIGHT_GROUND, DARK_GROUND] = ['#f5f6f4', '#1e2731'];
/** The minimum for text by WCAG 2.2, level AA. */
const MIN_CONTRAST = 4.5;
/** Level AAA: what is barely readable in the dark looks like a button that cannot be pressed. */
const MIN_CONTRAST_IN_THE_DARK = 7;
/** Enough that no step is visible. */
const STEPS = 50;

export const DEFAULT_COLOR = '#1d4e89';

/** The color of a button and of the text on it. */
export interface ButtonColors {
  readonly background: string;
  readonly text: string;
}

/**
 * Black or white text, whichever is easier to read on the library's color. For every color one of them has a contrast of at least 4.58, more
 * than the 4.5 of WCAG 2.2, level AA.
 * @param color such as `#1a2b3c`; null: the service's
 */
export function buttonColors(color: string | null): ButtonColors {
  const background = color ?? DEFAULT_COLOR;
  const text = contrastBetween(background, WHITE) >= contrastBetween(background, BLACK) ? WHITE : BLACK;
  return { background, text };
}

/** The color of links on white, or nearly white, and on dark backgrounds. */
export interface LinkColors {
  readonly onWhite: string;
  readonly onDark: string;
}

/**
 * The library's color, darker on white and lighter on dark backgrounds, as far as needed to be readable.
 * @param color as for `buttonColors`
 */
export function linkColors(color: string | null): LinkColors {
  const own = color ?? DEFAULT_COLOR;
  return {
    onWhite: readable(own, LIGHT_GROUND, BLACK, MIN_CONTRAST),
    onDark: readable(own, DARK_GROUND, WHITE, MIN_CONTRAST_IN_THE_DARK),
  };
}

/** From 1 to 21, as WCAG 2.2 computes it. */
export function contrastBetween(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The first color on the way to `end` that is readable on the ground; `end` must be readable. */
function readable(color: string, ground: string, end: string, least: number): string {
  const steps = Array.from({ length: STEPS }, (_, step) => mixed(color, end, step / STEPS));
  return steps.find((each) => contrastBetween(each, ground) >= least) ?? end;
}

/** @param share of the second color, 0 to 1 */
function mixed(one: string, other: string, share: number): string {
  const [from, to] = [channelsOf(one), channelsOf(other)];
  const channels = from.map((channel, index) => Math.round(channel + ((to[index] ?? 0) - channel) * share));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Red, green and blue, 0 to 255. */
function channelsOf(color: string): readonly number[] {
  return [1, 3, 5].map((from) => Number.parseInt(color.slice(from, from + 2), 16));
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
