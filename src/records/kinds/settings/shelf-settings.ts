import { LANGUAGES } from '../../../domain/languages.js';
import * as is from '../../engine/schema-rules.js';
import * as value from './setting-values.js';

/** How the shelf welcomes a library's patrons: a group of the table. */
export const SHELF_SETTINGS = {
  welcome: {
    isList: true,
    read: (text: string) => text.split('|').map((each) => each.trim()),
    write: (texts: readonly string[]) => texts.join(' | '),
    rule: is.optional(is.list(value.textInLanguage, LANGUAGES.length), []),
    column: 'shelfWelcome',
    label: 'Words of welcome on the shelf',
    hint: 'With their languages, such as en: Welcome to the harbour. | de: Willkommen am Hafen.',
  },
  pinHelp: {
    rule: is.optional(value.httpsAddress, null),
    column: 'shelfPinHelp',
    label: 'Address for patrons who have forgotten their PIN',
    hint: 'Begins with https://. Empty: the shelf has no such link.',
  },
  newCard: {
    rule: is.optional(value.httpsAddress, null),
    column: 'shelfNewCard',
    label: 'Address for those who have no card yet',
  },
  help: { rule: is.optional(value.httpsAddress, null), column: 'shelfHelp', label: 'Address for help' },
} as const;
