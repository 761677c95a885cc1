const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

/** The English name of a language, by its code; a code that says nothing to the platform is its own name. */
export function languageName(code: string): string {
  try {
    return NAMES.of(code) ?? code;
  } catch {
    // Not the form of a code at all: libraries write what they like into their records.
    return code;
  }
}
