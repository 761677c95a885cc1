import type { MessagePart } from './messages.js';
import type { NoticeLanguage } from './notice-language.js';
import type { NoticedTitle } from './noticed-title.js';

/** The words of a notice, before they become text or HTML. */
export interface NoticeWords {
  readonly language: NoticeLanguage;
  /** The subject consists of the heading and the title. */
  readonly heading: string;
  readonly title: NoticedTitle;
  readonly paragraphs: readonly (readonly MessagePart[])[];
  /** The button's link leads to the title, or to the patron's holds. */
  readonly button: { readonly label: string; readonly href: string } | undefined;
  /** Why the patron receives it. */
  readonly footer: readonly MessagePart[];
}
