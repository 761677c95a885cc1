/** Whether PostgreSQL can store the text: it has no NUL, and UTF-8 has no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** People paste whole pages into a search field. Further characters are ignored. */
const MAX_SEARCHED_LENGTH = 500;

/** The beginning of a text, without half of a surrogate pair at its end. */
export function searchedText(text: string): string {
  return text.slice(0, MAX_SEARCHED_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
}
