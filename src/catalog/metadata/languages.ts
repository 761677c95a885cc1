const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

/** The English name of a language. A code that the platform does not know is returned as it is. */
export function languageName(code: string): string {
  try {
    return NAMES.of(code) ?? code;
  } catch {
    // It is no code: records of libraries contain any text here.
    return code;
  }
}
