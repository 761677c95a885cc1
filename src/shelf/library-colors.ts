import { buttonColors, linkColors } from '../domain/colors.js';

/**
 * The custom properties of the page's style that take on the library's color: it can be read, and read on, in the light and in
 * the dark.
 * @param color like #1a2b3c
 */
export function libraryColors(color: string): ReadonlyMap<string, string> {
  const { background, text } = buttonColors(color);
  const { onWhite, onDark } = linkColors(color);
  return new Map([
    ['--brand', background],
    ['--on-brand', text],
    ['--accent', `light-dark(${onWhite}, ${onDark})`],
  ]);
}

/** The same as a style sheet. */
export function libraryStyle(color: string): string {
  const properties = [...libraryColors(color)].map(([name, value]) => `${name}:${value}`);
  return `:root{${properties.join(';')}}`;
}

/** A page's style, in the library's color if it has one. */
export function styleIn(color: string | null | undefined, style: string): string {
  return color ? style + libraryStyle(color) : style;
}
