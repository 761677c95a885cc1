/** An ISBN, an ASIN or the like in the form in which titles are looked up: without hyphens and spaces, in upper case. */
export function normalizedIdentifier(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase();
}
