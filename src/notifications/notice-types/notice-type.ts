import type { HoldAction } from '../../domain/holds/hold.js';
import type { LanguageCode } from '../../domain/languages.js';

/**
 * A sentence in every language, as ICU messages with `{library}` and `{until}`, the moment; if a wait is known, also `{likely}` and `{latest}`, its
 * days; and if the hold ends without a new copy, `{ends}`. The title stands above the sentence.
 */
export type Message = Readonly<Record<LanguageCode, string>>;

/**
 * How a wait is put into words: a likely and a latest day; a likely day, perhaps more than a year; perhaps more than a year; or the latest day only.
 */
export type WaitWording = 'likely' | 'likely-only' | 'after-a-year' | 'latest';

/** The facts that choose a notice's words. */
export interface NoticeContext {
  /** Why the hold ended; null in notices of other types. */
  readonly reason: string | null;
  /** Undefined if unknown. */
  readonly wait: WaitWording | undefined;
  /** The notice names a time at which the hold ends if no copy comes. */
  readonly hasEnd: boolean;
}

/** Leads to the form of an action on the hold, on the service's own shelf. */
export interface ActionLink {
  readonly action: HoldAction;
  readonly label: Message;
}

/** Everything that distinguishes the notices of one type. */
export interface NoticeTypeDefinition {
  /** The name for staff. */
  readonly staffName: string;
  /** Completes "It tells the patron that". */
  readonly staffClause: string;
  /** The column of the hold with the moment that the notice names. If the column has changed, the notice is not sent. */
  readonly moment: string;
  /** The notice is about the past, and is sent however late it is. Otherwise it is not sent after the moment. */
  readonly isMomentPast?: true;
  /** SQL for a further condition on the hold `h`. */
  readonly condition?: string;
  /** The notice says how long the hold waits, or would wait if its patron resumed it now. */
  readonly tellsWait?: 'as-it-is' | 'if-resumed';
  /** The notice's heading; the subject of the mail appends the title. */
  readonly heading: Message;
  readonly links?: readonly ActionLink[];
  readonly paragraphs: (context: NoticeContext) => readonly Message[];
}
