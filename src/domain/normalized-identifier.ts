/** An ISBN, ASIN or other identifier in the form in which titles are looked up: without hyphens and spaces, in upper case. */
export function normalizedIdentifier(text: string): string {
  return text.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase();
}

const MAYBE_ISBN = /(?<![\dX])(?:97[89][\s\p{Pd}]?)?(?:\d[\s\p{Pd}]?){9}[\dX](?![\dX])/giu;

/** The ISBNs in a text such as "ISBN 978-0-14-143947-1 (pbk.)", each in both of its forms. */
export function isbnsIn(text: string): string[] {
  return [...new Set([...text.matchAll(MAYBE_ISBN)].flatMap(([found]) => isbnsOf(found)))];
}

/** The first ISBN in a text, in its form of 13 digits, which every ISBN has. */
export function isbn13In(text: string): string | undefined {
  return isbnsIn(text).find(({ length }) => length === 13);
}

/** An ISBN in both of its forms, as far as they exist: records have one or the other. Empty: the text is no ISBN, or has a typing error. */
export function isbnsOf(text: string): string[] {
  const digits = normalizedIdentifier(text);
  if (/^\d{9}[\dX]$/.test(digits) && checkDigit10(digits) === digits[9]) {
    const isbn13 = `978${digits.slice(0, 9)}`;
    return [digits, isbn13 + checkDigit13(isbn13)];
  }
  if (/^97[89]\d{10}$/.test(digits) && checkDigit13(digits) === digits[12]) {
    const isbn10 = digits.slice(3, 12);
    return digits.startsWith('978') ? [digits, isbn10 + checkDigit10(isbn10)] : [digits];
  }
  return [];
}

/** The check digit of the first nine digits. */
function checkDigit10(digits: string): string {
  const sum = [...digits.slice(0, 9)].reduce(
    (total, digit, index) => total + (10 - index) * Number(digit),
    0,
  );
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? 'X' : String(check);
}

/** The check digit of the first twelve digits. */
function checkDigit13(digits: string): string {
  const sum = [...digits.slice(0, 12)].reduce(
    (total, digit, index) => total + (index % 2 === 0 ? 1 : 3) * Number(digit),
    0,
  );
  return String((10 - (sum % 10)) % 10);
}
