import { IntlMessageFormat } from 'intl-messageformat';
import type { NoticeLanguageCode } from '../../domain/notice-languages.js';
import ar from './messages/ar.json' with { type: 'json' };
import de from './messages/de.json' with { type: 'json' };
import en from './messages/en.json' with { type: 'json' };
import es from './messages/es.json' with { type: 'json' };
import fr from './messages/fr.json' with { type: 'json' };

export type MessageKey = keyof typeof en;
/** ICU messages by their keys. */
export type MessageCatalog = Readonly<Record<MessageKey, string>>;

/** The languages that notices are written in. No native speaker has reviewed Arabic: a library has to ask for it. */
export const CATALOGS = { en, es, fr, de, ar } as const satisfies Readonly<
  Record<NoticeLanguageCode, MessageCatalog>
>;
/** For libraries that name no languages: all that were reviewed. */
export const DEFAULT_LANGUAGES: readonly NoticeLanguageCode[] = ['en', 'es', 'fr', 'de'];

export type MessageValues = Readonly<Record<'title' | 'library' | 'until', string>>;

/** A piece of a message: the catalog's own words, or a value that was put in. */
export interface MessagePart {
  readonly text: string;
  readonly isValue: boolean;
}

/** Compiled messages: a library has few, and each mail needs them. */
const compiled = new Map<string, IntlMessageFormat>();

/** The message in its parts, so that values can be escaped and set apart in HTML. */
export function messageParts(
  language: NoticeLanguageCode,
  key: MessageKey,
  values: MessageValues,
): MessagePart[] {
  const parts = formatOf(language, key).formatToParts<{ readonly name: keyof MessageValues }>({
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

function formatOf(language: NoticeLanguageCode, key: MessageKey): IntlMessageFormat {
  const name = `${language} ${key}`;
  let format = compiled.get(name);
  if (format === undefined) {
    format = new IntlMessageFormat(CATALOGS[language][key], language, undefined, { ignoreTag: true });
    compiled.set(name, format);
  }
  return format;
}
