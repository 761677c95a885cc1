import type { MessagePart } from './messages.js';
import type { NoticeLanguage } from './notice-language.js';

/** What a notice says, before it is text or HTML. */
export interface NoticeWords {
  readonly language: NoticeLanguage;
  /** The subject, too. */
  readonly heading: readonly MessagePart[];
  readonly paragraphs: readonly (readonly MessagePart[])[];
  /** The button that leads to the title, or to the patron's holds. */
  readonly button: { readonly label: string; readonly href: string } | undefined;
  /** Why the patron receives it. */
  readonly footer: readonly MessagePart[];
}
