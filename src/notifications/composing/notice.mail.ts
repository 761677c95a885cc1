import { domainOf, type Mail, type MailText, type Sender } from '../sending/mail.js';
import type { HoldAction } from '../../domain/holds/hold.js';
import { titleAddress } from '../../domain/titles/title-address.js';
import { type MessagePart, messageParts, type MessageValues } from './messages.js';
import type {
  DueNotice,
  NoticeContent,
  NoticeLibrary,
  NoticeWait,
} from '../notice-types/notice-content.store.js';
import { noticePage } from './notice.html.js';
import type { NoticeButton, NoticeGroups, NoticeWords } from './notice-words.js';
import { languageOf } from './notice-language.js';
import { messageIdOf } from '../notice-types/notice.js';
import type { Message, WaitWording } from '../notice-types/notice-type.js';
import { watchWordsFor } from '../notice-types/watched.js';
import { isFarAway } from '../../domain/waits/estimated-wait.js';
import { type NoticeType, NOTICE_TYPE_DEFINITIONS } from '../notice-types/notice-types.js';
import {
  BUTTON_SHELF,
  BUTTON_TITLE,
  WHY,
  WHY_OF_CARD,
  WHY_OF_WATCH,
  WHY_OF_WATCHES,
  WHY_OF_SEVERAL,
  WHY_OF_SEVERAL_OF_CARD,
} from './common-messages.js';
import { asHeading, nameWithKinds, noticedTitle, onOneLine } from './noticed-title.js';
import { dayInWords, timeInWords } from './notice-time.js';
import { titlesInWords } from './title-count.js';

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

/**
 * @param notices of one patron, in the order of the mail; not empty
 * @param mailId the first part of the Message-ID, if the notices were several; they may be one now
 */
export function composeNotices(
  notices: readonly DueNotice[],
  library: NoticeLibrary,
  sender: Sender,
  mailId?: string,
): Mail {
  const [{ notice, content }] = notices as readonly [DueNotice];
  const isOneOfSeveral = notices.length > 1;
  const { language, emailAddress } = content;
  const words = notices.map((each) =>
    wordsOf(each.notice.occasion, { ...each.content, language }, library, { isOneOfSeveral }),
  );
  return {
    ...writeOut(words, library),
    messageId: `${mailId ?? messageIdOf(notice)}@${domainOf(sender.address)}`,
    sender,
    to: emailAddress ?? '',
    language: languageOf(language, library.languages).locale,
  };
}

/** The words of a notice. It does not say how many patrons wait behind this one. */
export function wordsOf(
  noticeType: NoticeType,
  facts: NoticeFacts,
  library: NoticeLibrary,
  { isOneOfSeveral = false } = {},
): NoticeWords {
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
  const watched = watchWordsFor(facts.reason);
  const { heading, paragraphs, links = [] } = NOTICE_TYPE_DEFINITIONS[noticeType];
  const link = linkOf(facts, library);
  return {
    language,
    heading: plain(say(watched?.heading ?? heading)),
    title: noticedTitle(facts, library, language),
    paragraphs: paragraphs({ reason: facts.reason, wait, hasEnd: holdEnds !== null }).map(say),
    button: link && { label: plain(say(link.label)), href: link.href },
    links: links.flatMap(({ action, label }) => {
      const href = actionAddress(library, facts, action);
      return href === undefined ? [] : [{ label: plain(say(label)), href }];
    }),
    footer: say(
      watched === undefined ? whyOf(cardEnding !== null, isOneOfSeveral) : whyOfWatch(isOneOfSeveral),
    ),
  };
}

const whyOfWatch = (isOneOfSeveral: boolean): Message => (isOneOfSeveral ? WHY_OF_WATCHES : WHY_OF_WATCH);

function whyOf(namesCard: boolean, isOneOfSeveral: boolean): Message {
  if (isOneOfSeveral) return namesCard ? WHY_OF_SEVERAL_OF_CARD : WHY_OF_SEVERAL;
  return namesCard ? WHY_OF_CARD : WHY;
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

/** Opens the form of an action on the hold, on the shelf. */
function actionAddress(
  { shelfUrl }: NoticeLibrary,
  { reserveId }: NoticeFacts,
  action: HoldAction,
): string | undefined {
  if (shelfUrl === undefined) return undefined;
  const address = new URL(shelfUrl);
  address.pathname += '/holds';
  for (const [name, value] of Object.entries({ hold: reserveId, action }))
    address.searchParams.set(name, value);
  return address.href;
}

/** @param notices those of one mail, in one language; not empty */
export function writeOut(
  notices: readonly NoticeWords[],
  library: NoticeLibrary,
): MailText & { readonly html: string } {
  const subject = subjectOf(notices);
  const groups = groupsOf(notices);
  return { subject, text: textOf(groups, library), html: noticePage(subject, groups, library) };
}

/** Such as "Ready to borrow: Emma (e-book)", or "Ready to borrow: 2 titles · Your hold has ended: 1 title". */
export function subjectOf(notices: readonly NoticeWords[]): string {
  const [{ heading, title, language }, ...others] = notices as readonly [NoticeWords];
  if (others.length === 0) return `${heading}${language.colon}${nameWithKinds(title)}`;
  const titles = Map.groupBy(notices, (notice) => notice.heading);
  return [...titles]
    .map(([each, { length }]) => `${each}${language.colon}${titlesInWords(length, language)}`)
    .join(' · ');
}

/** Notices with the same heading have it once, and a button that is the same for all stands once, at the end. */
function groupsOf(notices: readonly NoticeWords[]): NoticeGroups {
  const [{ language, button }] = notices as readonly [NoticeWords];
  const hasOneButton = notices.every((notice) => notice.button?.href === button?.href);
  const told = hasOneButton ? notices.map((notice) => ({ ...notice, button: undefined })) : notices;
  const groups = [...Map.groupBy(told, ({ heading }) => heading)];
  return {
    language,
    footer: reasonsOf(notices),
    groups: groups.map(([heading, own]) => ({ heading, notices: own })),
    button: hasOneButton ? button : undefined,
  };
}

/** Each reason once: a mail may tell of holds and of watched titles. */
function reasonsOf(notices: readonly NoticeWords[]): MessagePart[] {
  const footers = new Map(notices.map(({ footer }) => [plain(footer), footer]));
  return [...footers.values()].flatMap((footer, index) =>
    index === 0 ? footer : [{ text: ' ', isValue: false }, ...footer],
  );
}

function textOf({ groups, language, button, footer }: NoticeGroups, library: NoticeLibrary): string {
  const write = language.direction === 'rtl' ? isolated : plain;
  const line = (link: NoticeButton | undefined): string[] =>
    link === undefined ? [] : [`${link.label}${language.colon}${link.href}`];
  const about = ({ title }: NoticeWords): string =>
    [
      ...[title.name, title.creators].filter(Boolean).map((text) => write([{ text, isValue: true }])),
      asHeading(title.kinds, language),
    ]
      .filter(Boolean)
      .join('\n');
  const told = groups.flatMap(({ heading, notices }) => [
    ...(groups.length > 1 ? [heading] : []),
    ...notices.flatMap((notice) => [
      about(notice),
      ...notice.paragraphs.map(write),
      ...notice.links.flatMap(line),
      ...line(notice.button),
    ]),
  ]);
  const homepage = library.homepage === null ? [] : [library.homepage];
  return `${[...told, ...line(button), write(footer), ...homepage].join('\n\n')}\n`;
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
