import type { MessagePart } from './messages.js';
import type { NoticeLanguage } from './notice-language.js';
import type { NoticedTitle } from './noticed-title.js';

export interface NoticeButton {
  readonly label: string;
  readonly href: string;
}

/** The notices of one mail. */
export interface NoticeGroups {
  readonly language: NoticeLanguage;
  /** Those of one group have the same heading. */
  readonly groups: readonly { readonly heading: string; readonly notices: readonly NoticeWords[] }[];
  /** The same for all of them. */
  readonly button: NoticeButton | undefined;
  readonly footer: readonly MessagePart[];
}

/** The words of a notice, before they become text or HTML. */
export interface NoticeWords {
  readonly language: NoticeLanguage;
  /** The subject consists of the heading and the title. */
  readonly heading: string;
  readonly title: NoticedTitle;
  readonly paragraphs: readonly (readonly MessagePart[])[];
  /** The button's link leads to the title, or to the patron's holds. */
  readonly button: NoticeButton | undefined;
  /** What the patron may do about it at once. */
  readonly links: readonly NoticeButton[];
  /** Why the patron receives it. */
  readonly footer: readonly MessagePart[];
}
