import { IntlMessageFormat } from 'intl-messageformat';
import type { LanguageCode } from '../../domain/languages.js';
import type { Message } from '../notice-types/notice-type.js';

const VALUES = ['library', 'until', 'likely', 'latest', 'ends', 'card'] as const;
export type MessageValues = Readonly<Record<(typeof VALUES)[number], string>>;

/** A piece of a message: fixed words, or an inserted value. */
export interface MessagePart {
  readonly text: string;
  readonly isValue: boolean;
}

/** Compiled messages: a library has few, and each mail needs them. */
const compiled = new Map<string, IntlMessageFormat>();

/** The message in parts, so that HTML can escape and mark values. */
export function messageParts(language: LanguageCode, message: Message, values: MessageValues): MessagePart[] {
  const names = Object.fromEntries(VALUES.map((name) => [name, { name }]));
  const parts = formatOf(language, message).formatToParts<{ readonly name: keyof MessageValues }>(names);
  return parts.map(({ value }) =>
    typeof value === 'object'
      ? { text: values[value.name], isValue: true }
      : { text: String(value), isValue: false },
  );
}

/** @param message with `{count}`, such as a plural */
export function counted(language: LanguageCode, message: Message, count: number): string {
  return String(formatOf(language, message).format({ count }));
}

/** @param message with the names of these values */
export function filled(
  language: LanguageCode,
  message: Message,
  values: Readonly<Record<string, string>>,
): string {
  return String(formatOf(language, message).format(values));
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
