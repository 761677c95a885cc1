import type { NoticeLibrary } from '../notice-types/notice-content.store.js';
import type { Message } from '../notice-types/notice-type.js';
import { type NoticeType, NOTICE_TYPE_DEFINITIONS } from '../notice-types/notice-types.js';
import { filled } from '../composing/messages.js';
import { type NoticeFacts, subjectOf, wordsOf } from '../composing/notice.mail.js';
import type { NoticeWords } from '../composing/notice-words.js';
import { languageOf, type NoticeLanguage } from '../composing/notice-language.js';
import { onOneLine } from '../composing/noticed-title.js';
import { timeInWords } from '../composing/notice-time.js';
import { cut } from './cut.js';
import type { TextMessage } from './text-gateway.js';

/** Three parts of a long message; two where a script needs more room. */
const MAX_LENGTH = 320;
const MAX_LIBRARY_LENGTH = 40;
const MIN_TITLE_LENGTH = 20;
/** A longer one would leave too little room for the title. */
const MAX_LINK_LENGTH = 160;

const UNTIL: Message = {
  en: 'Until {until}.',
  es: 'Hasta el {until}.',
  fr: 'Jusqu’au {until}.',
  de: 'Bis {until}.',
  ar: 'حتى {until}.',
};

const FIRST_UNTIL: Message = {
  en: 'The first until {until}.',
  es: 'El primero, hasta el {until}.',
  fr: 'Le premier jusqu’au {until}.',
  de: 'Der erste bis {until}.',
  ar: 'أولها حتى {until}.',
};

/** What a message tells of a notice. */
export interface ToldNotice {
  readonly notice: { readonly occasion: NoticeType };
  readonly content: NoticeFacts;
}

/** The patron and the words of a message, without the telephone number. */
export type NoticeText = Pick<TextMessage, 'type' | 'language' | 'text'>;

/** The parts of a short message. */
export interface NoticeSentences {
  readonly language: NoticeLanguage;
  /** That of the library. */
  readonly name: string;
  /** The subject of a mail, with at most so many characters. */
  readonly subject: (room: number) => string;
  /** Until when; empty where nothing is to come. */
  readonly deadline: string;
  /** Where all of it leads; empty where it leads to different pages. */
  readonly link: string;
}

/** @param notices of one patron; not empty */
export function sentencesOf(notices: readonly ToldNotice[], library: NoticeLibrary): NoticeSentences {
  const [{ content }] = notices as readonly [ToldNotice];
  const words = notices.map((each) =>
    wordsOf(each.notice.occasion, { ...each.content, language: content.language }, library),
  );
  const language = languageOf(content.language, library.languages);
  return {
    language,
    name: cut(onOneLine(library.libraryName), MAX_LIBRARY_LENGTH),
    subject: (room) => subjectWithin(words, room),
    deadline: deadlineOf(notices, language, library),
    link: linkOf(words),
  };
}

/**
 * What a mail says in its subject, until when, and where it leads.
 * @param notices of one patron; not empty
 */
export function composeText(notices: readonly ToldNotice[], library: NoticeLibrary): NoticeText {
  const [{ notice }] = notices as readonly [ToldNotice];
  const { language, name, subject, deadline, link } = sentencesOf(notices, library);
  const before = `${name}${language.colon}`;
  const after = [deadline, link].filter((part) => part !== '').join(' ');
  const room = MAX_LENGTH - before.length - after.length - 2;
  return {
    type: notices.length > 1 ? 'several' : notice.occasion,
    language: language.locale,
    text: `${before}${subject(room)}. ${after}`.trim(),
  };
}

/** The subject, with a title that is cut so that the whole fits. */
function subjectWithin(words: readonly NoticeWords[], room: number): string {
  const subject = subjectOf(words);
  const excess = [...subject].length - room;
  if (excess <= 0) return subject;
  const [first] = words;
  if (words.length > 1 || first === undefined) return cut(subject, room);
  const length = Math.max([...first.title.name].length - excess, MIN_TITLE_LENGTH);
  return subjectOf([{ ...first, title: { ...first.title, name: cut(first.title.name, length) } }]);
}

/** Of notices that name a moment to come. */
function deadlineOf(
  notices: readonly ToldNotice[],
  { code, locale }: NoticeLanguage,
  { timeZone }: NoticeLibrary,
): string {
  const ends = notices
    .filter(({ notice }) => NOTICE_TYPE_DEFINITIONS[notice.occasion].isMomentPast !== true)
    .map(({ content }) => content.expiresAt.getTime());
  if (ends.length === 0) return '';
  const until = timeInWords(new Date(Math.min(...ends)), locale, timeZone);
  return filled(code, notices.length > 1 ? FIRST_UNTIL : UNTIL, { until });
}

/** Where all of them lead; empty where they lead to different pages. */
function linkOf(words: readonly NoticeWords[]): string {
  const links = new Set(words.map(({ button }) => button?.href ?? ''));
  const [link = ''] = links;
  return links.size === 1 && link.length <= MAX_LINK_LENGTH ? link : '';
}
