import { type LanguageCode, languageCodeOf } from '../../domain/languages.js';
import type { MailText } from '../sending/mail.js';
import type { NoticeLibrary } from '../notice-types/notice-content.store.js';
import { writeOut, wordsOf } from './notice.mail.js';
import { composeText } from '../texts/notice.text.js';
import { type NoticeType, NOTICE_TYPE_DEFINITIONS } from '../notice-types/notice-types.js';

/** A data URL: the example's cover is on no server. */
const SAMPLE_COVER = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 150"><path fill="#1f3d36" d="M0 0h100v150H0z"/>' +
    '<path fill="#d9b65d" d="M20 40h60v6H20zm0 14h40v6H20zm0 66h60v3H20z"/></svg>',
)}`;

const SAMPLE = {
  reserveId: '53be238e-d4d2-5efd-8241-c596634d055e',
  title: 'Frankenstein; or, The Modern Prometheus',
  creators: ['Mary Wollstonecraft Shelley'],
  cover: SAMPLE_COVER,
  kinds: ['ebook'] as const,
  cardEnding: '1234',
};
const SAMPLE_REASON = 'title-withdrawn';
/** The hours until, or since, the moment that the notice names. */
const SAMPLE_HOURS = 48;
const SAMPLE_WAIT_HOURS = [19 * 24, 41 * 24] as const;
const SAMPLE_SOON_HOURS = [4 * 24, 9 * 24] as const;

/** A library, and whether it sends text messages. */
export type PreviewedLibrary = NoticeLibrary & { readonly sendsTexts?: boolean };

/** A library's notice about an example title. */
export interface NoticePreview extends MailText {
  readonly html: string;
  /** Null: the library sends no text messages. */
  readonly textMessage: string | null;
  /** The language tag of its text. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
}

/**
 * @param language may be one that the library does not offer; undefined: that of patrons without a language
 * @param reason why the example's hold has ended, or what is told of a watched title
 */
export function previewNotice(
  library: PreviewedLibrary,
  noticeType: NoticeType,
  language?: LanguageCode,
  reason: string = SAMPLE_REASON,
): NoticePreview {
  const hours = NOTICE_TYPE_DEFINITIONS[noticeType].isMomentPast ? -SAMPLE_HOURS : SAMPLE_HOURS;
  const now = new Date();
  const after = (some: number): Date => new Date(now.getTime() + some * 3_600_000);
  const expiresAt = after(hours);
  const days = library.daysWithoutCopies;
  const holdEnds = days === null ? null : after(days * 24);
  const [likely, latest] = noticeType === 'soon' ? SAMPLE_SOON_HOURS : SAMPLE_WAIT_HOURS;
  const wait = { now, likelyBy: after(likely), latestBy: after(latest) };
  const written = language === undefined ? library : { ...library, languages: [tagOf(language, library)] };
  const content = { ...SAMPLE, reason, expiresAt, holdEnds, wait, language: null };
  const words = wordsOf(noticeType, content, written);
  const { subject, text, html } = writeOut([words], library);
  const told = [{ notice: { occasion: noticeType }, content }];
  const textMessage = library.sendsTexts === true ? composeText(told, written).text : null;
  const { locale, direction } = words.language;
  return { subject, text, html, textMessage, language: locale, direction };
}

/** A library that offers `en-US` gets American dates. */
function tagOf(language: LanguageCode, { languages }: NoticeLibrary): string {
  return languages?.find((tag) => languageCodeOf(tag) === language) ?? language;
}
