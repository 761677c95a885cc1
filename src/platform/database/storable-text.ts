/** PostgreSQL's text holds every character but NUL, and UTF-8 has no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
