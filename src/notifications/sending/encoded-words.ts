/** The limit of one encoded word: `Subject: ` and the word with its frame make a line of at most 76 characters (RFC 2047, 2). */
const MAX_BYTES = 39;
const MAX_PLAIN_WORD_LENGTH = 60;

/**
 * Encodes `text` as encoded words, one per line, if a header cannot contain it as it is: outside ASCII, if it looks like an encoded word already, or
 * if it has no space for a line break. Undefined: the plain text will do.
 */
export function asEncodedWords(text: string): string | undefined {
  const isPlain =
    /^[\x20-\x7e]*$/.test(text) &&
    !text.includes('=?') &&
    text.split(' ').every(({ length }) => length <= MAX_PLAIN_WORD_LENGTH);
  return isPlain ? undefined : encodedWords(text).join('\r\n ');
}

/** No character is split between two words, so each can be decoded by itself. */
function encodedWords(text: string): string[] {
  const pieces = [''];
  for (const character of text) {
    const longer = `${pieces.at(-1) ?? ''}${character}`;
    if (Buffer.byteLength(longer) > MAX_BYTES) pieces.push(character);
    else pieces[pieces.length - 1] = longer;
  }
  return pieces.map((piece) => `=?UTF-8?B?${Buffer.from(piece).toString('base64')}?=`);
}
