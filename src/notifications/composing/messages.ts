import { IntlMessageFormat } from 'intl-messageformat';
import type { LanguageCode } from '../../domain/languages.js';
import type { Message } from '../occasions/occasion.js';

export type MessageValues = Readonly<Record<'title' | 'library' | 'until', string>>;

/** A piece of a message: its own words, or a value that was put in. */
export interface MessagePart {
  readonly text: string;
  readonly isValue: boolean;
}

/** Compiled messages: a library has few, and each mail needs them. */
const compiled = new Map<string, IntlMessageFormat>();

/** The message in its parts, so that values can be escaped and set apart in HTML. */
export function messageParts(language: LanguageCode, message: Message, values: MessageValues): MessagePart[] {
  const parts = formatOf(language, message).formatToParts<{ readonly name: keyof MessageValues }>({
    title: { name: 'title' },
    library: { name: 'library' },
    until: { name: 'until' },
  });
  return parts.map(({ value }) =>
    typeof value === 'object'
      ? { text: values[value.name], isValue: true }
      : { text: String(value), isValue: false },
  );
}

function formatOf(language: LanguageCode, message: Message): IntlMessageFormat {
  const words = message[language];
  const name = `${language} ${words}`;
  let format = compiled.get(name);
  if (format === undefined) {
    format = new IntlMessageFormat(words, language, undefined, { ignoreTag: true });
    compiled.set(name, format);
  }
  return format;
}
