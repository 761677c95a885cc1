/** Words that follow a name, and stay behind the forenames when it is turned: "King, Martin Luther, Jr." */
const SUFFIX =
  /^(?:jr|sr|jnr|snr|esq|i{2,3}|iv|vi{0,3}|ix|x(?:i{2,3}|iv|vi{0,3})|ph\.?d|m\.?d|d\.?d\.?s)\.?$/i;

const ARTICLES = ['la', 'le', 'les', 'lo', 'el', 'du', 'della', 'ibn', 'bin', 'abu'];

/** Articles, and prepositions joined with one, which always begin a surname. */
const PARTICLES: ReadonlySet<string> = new Set([
  ...ARTICLES,
  ...['des', 'del', 'delle', 'dello', 'degli', 'dei', 'di', 'dal', 'dalla', 'ver', 'zum', 'zur', 'vom', 'am'],
]);

/** Prepositions, which begin a surname only where a family has made them a part of its name: "De Quincey, Thomas", but "Balzac, Honoré de". */
const PREPOSITIONS: ReadonlySet<string> = new Set([
  'de',
  'da',
  'das',
  'do',
  'dos',
  'van',
  'von',
  'der',
  'den',
  'ter',
  'ten',
  'te',
  'zu',
  'af',
  'av',
]);

/** Words that join two surnames: "Ortega y Gasset, José". */
const CONJUNCTIONS: ReadonlySet<string> = new Set(['y', 'i', 'e']);

/**
 * The first of two surnames, recognized by itself: "García Márquez, Gabriel". Only those that are not also forenames, without accents: others
 * may be a second forename.
 */
const FIRST_OF_TWO: ReadonlySet<string> = new Set(
  `aguilar alvarez benitez bolano caballero cabrera cano carmona carrasco castillo cervantes cortes cortez delgado diaz diez dominguez duran
  fernandez ferrer flores fuentes gallardo gallego garcia garrido gimenez gomez gonzalez guerrero gutierrez hernandez herrera herrero hidalgo ibanez
  iglesias jimenez lopez lozano marin marquez martinez medina mendez mendoza molina montero morales munoz navarro nieto nunez ortega ortiz parra pena
  perez prieto ramirez rodriguez rojas rubio ruiz saez sanchez sanz serrano soler soto suarez torres vargas vazquez vasquez vega velasco`.split(
    /\s+/,
  ),
);

/** Names in these scripts begin with the family's name. */
const FAMILY_FIRST = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Titles of people who are known by their forename. */
const BY_FORENAME = /^(?:pope|queen|princess|emperor|saint|st\.|sister|brother|mother)\s/i;

/** A name with a number is of a body or a stage name: "BBC Radio 4", "50 Cent". A body may also own something: "Reader's Digest". */
const OF_NO_PERSON = /\d|['’]s\s/;

/** Words in the names of bodies, and of people who are named together. None of them is a common surname. */
const OF_A_BODY =
  /(?:^|\s)(?:&|and|und|et|of|for|inc|ltd|llc|plc|gmbh|corp|corporation|company|group|books|publish(?:ing|ers?)|verlag|media|studios?|records|productions|entertainment|magazine|universit(?:y|ät|é)|college|academy|institut(?:e|ion)?|society|association|federation|union|nations|foundation|trust|museum|library|archives?|ministry|department|office|bureau|agency|commission|committee|council|government|parliament|cent(?:er|re)|organi[sz]ation|international|team|editors|orchestra|philharmonic|symphony|ensemble|quartet|choir|theat(?:er|re)|radio|television|tv|broadcasting|news|audio(?:books?)?|worldwide|classics|guides|geographic|planet|random house|staff|authors|artists|brothers|sisters|anonymous)(?=[\s.,]|$)/i;

/**
 * A name as it is filed: "Shelley, Mary". A name of one word, of a body, or in a script that begins with the family's name stays as it is; so
 * does one with a comma, unless only a suffix follows it.
 */
export function fileAsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const suffix = words.length > 2 && SUFFIX.test(words.at(-1) ?? '') ? words.pop() : undefined;
  if (suffix !== undefined) words.push((words.pop() ?? '').replace(/,$/, ''));
  const [first = '', ...rest] = words;
  if (first.toLowerCase() === 'the' && rest.length > 0) return `${rest.join(' ')}, ${first}`;
  const start = isTurned(name, words) ? startOfSurname(words) : 0;
  if (start === 0) return name;
  const parts = [words.slice(start).join(' '), words.slice(0, start).join(' ')];
  return [...parts, ...(suffix === undefined ? [] : [suffix])].join(', ');
}

function isTurned(name: string, words: readonly string[]): boolean {
  const isByForename = BY_FORENAME.test(name) || (words.length === 2 && SUFFIX.test(words[1] ?? ''));
  return (
    !isByForename &&
    !words.join(' ').includes(',') &&
    ![FAMILY_FIRST, OF_NO_PERSON, OF_A_BODY].some((pattern) => pattern.test(name))
  );
}

/** The index of the surname's first word: the last word, or the particles before it, or the surname that it is joined to. */
function startOfSurname(words: readonly string[]): number {
  const last = words.length - 1;
  const isJoined = last > 2 && CONJUNCTIONS.has(words[last - 1] ?? '');
  let start = isJoined ? last - 2 : last;
  if (isFirstOfTwo(words[last - 1]) && (last > 1 || isFirstOfTwo(words[last]))) start = last - 1;
  while (start > 1 && isParticle(words[start - 1] ?? '')) start--;
  return start === 1 && ARTICLES.includes((words[0] ?? '').toLowerCase()) ? 0 : start;
}

function isFirstOfTwo(word = ''): boolean {
  return FIRST_OF_TWO.has(word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase());
}

function isParticle(word: string): boolean {
  const folded = word.toLowerCase();
  return PARTICLES.has(folded) || (PREPOSITIONS.has(folded) && word !== folded);
}
