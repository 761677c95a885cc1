/** Lists name languages in the library's language, or each in its own. */
const [FIRST, ...OTHERS] = ['en', 'de', 'fr', 'es'] as const;
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const BY_THEIR_OWN_NAMES =
  'ar bg ca cs da el et fa fi he hi hr hu it ja ko lt lv nb nl pl pt ro ru sk sl sr sv tr uk vi zh'.split(
    ' ',
  );

let tags: ReadonlyMap<string, string> | undefined;

/** Finds a language's tag by its name: `German`, `Deutsch` and `allemand` are `de`. */
export function languageNamed(name: string): string | undefined {
  tags ??= readNames();
  return tags.get(name.toLowerCase());
}

function readNames(): Map<string, string> {
  const names = (language: string): Intl.DisplayNames =>
    new Intl.DisplayNames([language], { type: 'language', fallback: 'none' });
  const english = names(FIRST);
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
    (code) => english.of(code) !== undefined,
  );
  const found = new Map<string, string>();
  const add = (name: string | undefined, code: string): void => {
    // Some codes are deprecated names of others.
    const [tag = code] = Intl.getCanonicalLocales(code);
    if (name !== undefined && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), tag);
  };
  for (const language of [english, ...OTHERS.map(names)])
    for (const code of codes) add(language.of(code), code);
  for (const code of BY_THEIR_OWN_NAMES) add(names(code).of(code), code);
  return found;
}
