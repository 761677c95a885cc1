const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

/** The English name of a language, by its code. A code that the platform does not know is its own name. */
export function languageName(code: string): string {
  try {
    return NAMES.of(code) ?? code;
  } catch {
    // Not the form of a code: records of libraries contain any text here.
    return code;
  }
}
