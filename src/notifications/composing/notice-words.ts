import type { MessagePart } from './messages.js';
import type { NoticeLanguage } from './notice-language.js';
import type { NoticedTitle } from './noticed-title.js';

/** What a notice says, before it is text or HTML. */
export interface NoticeWords {
  readonly language: NoticeLanguage;
  /** The subject is this and the title. */
  readonly heading: string;
  readonly title: NoticedTitle;
  readonly paragraphs: readonly (readonly MessagePart[])[];
  /** The button that leads to the title, or to the patron's holds. */
  readonly button: { readonly label: string; readonly href: string } | undefined;
  /** Why the patron receives it. */
  readonly footer: readonly MessagePart[];
}
