/**
 * Whether a text fits a pattern: `#` stands for a digit, `?` for a character, and `*` for any number of characters. Only the last of several
 * stars is tried again, so that no text takes long.
 */
export function fitsCardPattern(pattern: string, text: string): boolean {
  let [inPattern, inText] = [0, 0];
  let star: { readonly inPattern: number; inText: number } | undefined;
  while (inText < text.length) {
    if (pattern[inPattern] === '*') {
      star = { inPattern: ++inPattern, inText };
    } else if (fitsCharacter(pattern[inPattern], text[inText])) {
      inPattern++;
      inText++;
    } else if (star === undefined) {
      return false;
    } else {
      ({ inPattern } = star);
      inText = ++star.inText;
    }
  }
  return /^\**$/.test(pattern.slice(inPattern));
}

function fitsCharacter(wanted = '', character = ''): boolean {
  if (wanted === '#') return /\d/.test(character);
  return wanted === '?' || wanted.toLowerCase() === character.toLowerCase();
}
