export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 1_000;

/** Attackers guess these first, besides the names of the account and of the libraries. */
const CONTEXT_WORDS = ['holdfast', 'library', 'librarian', 'console', 'password'];
/** Shorter words occur in many a good password by chance. */
const MIN_WORD_LENGTH = 4;
/** The minimum length without the words of its context. */
const MIN_LENGTH_WITHOUT_CONTEXT = 8;
/** The longest repeated part. */
const MAX_REPEATED_LENGTH = 8;
/** A longer password is in no list, and is not made of two that are. */
const MAX_COMMON_LENGTH = 64;
/** Such as a year, which people append to a refused password, or nothing. */
const FEW_DIGITS = /^\d{0,6}$/;

/**
 * Why a new password of staff is refused, as a sentence; undefined if it is accepted. No rule requires kinds of characters.
 * @param names names of the account and of the libraries, which others know
 */
export async function problemOfPassword(
  password: string,
  names: readonly string[],
): Promise<string | undefined> {
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH)
    return `A password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`;
  const text = plain(password);
  if (isRepetition(text)) return 'This password repeats a few characters: choose another one.';
  const own = withoutWords(text, names);
  if (own !== text && own.length < MIN_LENGTH_WITHOUT_CONTEXT)
    return 'This password is made of names that others know: choose another one.';
  if (await isCommon(text))
    return 'This password is in a list of common passwords, or made of two of them: choose another one.';
  return undefined;
}

/** Guessers vary capitals, spaces and punctuation first. A password of nothing else stays as it is. */
function plain(password: string): string {
  const lower = password.normalize('NFC').toLowerCase();
  return lower.replaceAll(/[^\p{L}\p{N}]/gu, '') || lower;
}

function isRepetition(text: string): boolean {
  const period = (text + text).indexOf(text, 1);
  return period < text.length && period <= MAX_REPEATED_LENGTH;
}

function withoutWords(text: string, names: readonly string[]): string {
  const words = [...CONTEXT_WORDS, ...names.flatMap(wordsOf)].filter(
    ({ length }) => length >= MIN_WORD_LENGTH,
  );
  // Longest first: a whole name is removed before its words.
  const sorted = [...new Set(words)].sort((one, other) => other.length - one.length);
  return sorted.reduce((left, word) => left.replaceAll(word, ''), text);
}

/** The name as a whole, and its words. */
function wordsOf(name: string): string[] {
  return [plain(name), ...name.split(/[^\p{L}\p{N}]+/u).map(plain)];
}

/** The list is loaded only while a password is chosen. */
async function isCommon(text: string): Promise<boolean> {
  if (text.length > MAX_COMMON_LENGTH) return false;
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const listed = new Set(dictionary['passwords-common']);
  const isMade = (one: string, other: string): boolean =>
    listed.has(one) && (listed.has(other) || FEW_DIGITS.test(other));
  return Array.from(text).some((_, end) => {
    const [start, rest] = [text.slice(0, end), text.slice(end)];
    return isMade(start, rest) || isMade(rest, start);
  });
}
