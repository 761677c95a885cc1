import { domainOf, type Mail, type MailText, type Sender } from '../sending/mail.js';
import { titleAddress } from '../../domain/titles/title-address.js';
import { type MessagePart, messageParts, type MessageValues } from './messages.js';
import type { NoticeContent, NoticeLibrary, NoticeWait } from '../notice-types/notice-content.store.js';
import { noticePage } from './notice.html.js';
import type { NoticeWords } from './notice-words.js';
import { languageOf } from './notice-language.js';
import { messageIdOf, type Notice } from '../notice-types/notice.js';
import type { Message, WaitWording } from '../notice-types/notice-type.js';
import { isFarAway } from '../../domain/waits/estimated-wait.js';
import { type NoticeType, NOTICE_TYPE_DEFINITIONS } from '../notice-types/notice-types.js';
import { BUTTON_SHELF, BUTTON_TITLE, WHY, WHY_OF_CARD } from './common-messages.js';
import { asHeading, nameWithKinds, noticedTitle, onOneLine } from './noticed-title.js';
import { dayInWords, timeInWords } from './notice-time.js';

/** The facts of a hold that a notice mentions. */
export type NoticeFacts = Pick<
  NoticeContent,
  | 'reserveId'
  | 'crossRefId'
  | 'title'
  | 'creators'
  | 'cover'
  | 'kinds'
  | 'expiresAt'
  | 'reason'
  | 'holdEnds'
  | 'wait'
  | 'language'
  | 'cardEnding'
>;

export function composeNotice(notice: Notice, content: NoticeContent, sender: Sender): Mail {
  const words = wordsOf(notice.occasion, content, content.library);
  return {
    ...writeOut(words, content.library),
    messageId: `${messageIdOf(notice)}@${domainOf(sender.address)}`,
    sender,
    to: content.emailAddress,
    language: words.language.locale,
  };
}

/** The words of a notice. It does not say how many patrons wait behind this one. */
export function wordsOf(noticeType: NoticeType, facts: NoticeFacts, library: NoticeLibrary): NoticeWords {
  const language = languageOf(facts.language, library.languages);
  const time = (moment: Date): string => timeInWords(moment, language.locale, library.timeZone);
  const { holdEnds } = facts;
  const cardEnding = library.namesCard ? facts.cardEnding : null;
  const values = {
    library: onOneLine(library.libraryName),
    until: time(facts.expiresAt),
    ends: holdEnds === null ? '' : time(holdEnds),
    card: cardEnding ?? '',
    ...waitInWords(facts.wait, language.locale, library.timeZone),
  };
  const wait = facts.wait === null ? undefined : toldAs(facts.wait, values);
  const say = (message: Message): MessagePart[] => messageParts(language.code, message, values);
  const { heading, paragraphs } = NOTICE_TYPE_DEFINITIONS[noticeType];
  const link = linkOf(facts, library);
  return {
    language,
    heading: plain(say(heading)),
    title: noticedTitle(facts, library, language),
    paragraphs: paragraphs({ reason: facts.reason, wait, hasEnd: holdEnds !== null }).map(say),
    button: link && { label: plain(say(link.label)), href: link.href },
    footer: say(cardEnding === null ? WHY : WHY_OF_CARD),
  };
}

/** The values of a wait for messages; no message uses those of an unknown wait. */
function waitInWords(
  wait: NoticeWait | null,
  locale: string,
  timeZone: string | null,
): Pick<MessageValues, 'likely' | 'latest'> {
  if (wait === null) return { likely: '', latest: '' };
  const day = (time: Date): string => dayInWords(time, wait.now, locale, timeZone);
  return { likely: day(wait.likelyBy), latest: day(wait.latestBy) };
}

function toldAs(
  { likelyBy, latestBy, now }: NoticeWait,
  { likely, latest }: Pick<MessageValues, 'likely' | 'latest'>,
): WaitWording {
  if (isFarAway(likelyBy, now)) return 'after-a-year';
  if (isFarAway(latestBy, now)) return 'likely-only';
  return likely === latest ? 'latest' : 'likely';
}

interface NoticeLink {
  readonly label: Message;
  readonly href: string;
}

/** Leads to the title if the library has an address for titles, or else to the shelf, if there is one. */
function linkOf(title: NoticeFacts, { titleUrl, shelfUrl }: NoticeLibrary): NoticeLink | undefined {
  const href = titleUrl === null ? undefined : titleAddress(titleUrl, title);
  if (href !== undefined) return { label: BUTTON_TITLE, href };
  return shelfUrl === undefined ? undefined : { label: BUTTON_SHELF, href: shelfUrl };
}

export function writeOut(words: NoticeWords, library: NoticeLibrary): MailText & { readonly html: string } {
  const { heading, title, language } = words;
  const subject = `${heading}${language.colon}${nameWithKinds(title)}`;
  return { subject, text: textOf(words, library), html: noticePage(subject, words, library) };
}

function textOf(words: NoticeWords, library: NoticeLibrary): string {
  const { title, paragraphs, button, footer, language } = words;
  const write = language.direction === 'rtl' ? isolated : plain;
  const about = [title.name, title.creators].filter(Boolean).map((text) => write([{ text, isValue: true }]));
  return [
    [...about, asHeading(title.kinds, language)].filter(Boolean).join('\n'),
    ...paragraphs.map(write),
    ...(button === undefined ? [] : [`${button.label}${language.colon}${button.href}`]),
    write(footer),
    ...(library.homepage === null ? [] : [library.homepage]),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

function plain(parts: readonly MessagePart[]): string {
  return parts.map(({ text }) => text).join('');
}

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** Isolates values, so that a title in another script keeps its punctuation in place between right-to-left words. */
function isolated(parts: readonly MessagePart[]): string {
  return parts
    .map(({ text, isValue }) => (isValue ? `${FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}` : text))
    .join('');
}
