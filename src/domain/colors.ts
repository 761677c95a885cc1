const BLACK = '#000000';
const WHITE = '#ffffff';
/** A dark blue. */
const DEFAULT_COLOR = '#1d4e89';

/** The color of a button and of the text on it. */
export interface ButtonColors {
  readonly background: string;
  readonly text: string;
}

/**
 * Black or white, whichever is easier to read on the library's color. The contrast is at least 4.58 with one of them, for
 * every color: more than the 4.5 of WCAG 2.2, level AA.
 * @param color like #1a2b3c; null: the service's
 */
export function buttonColors(color: string | null): ButtonColors {
  const background = color ?? DEFAULT_COLOR;
  const text = contrastBetween(background, WHITE) >= contrastBetween(background, BLACK) ? WHITE : BLACK;
  return { background, text };
}

/** From 1 to 21, as WCAG 2.2 computes it. */
export function contrastBetween(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const share = Number.parseInt(color.slice(from, from + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
