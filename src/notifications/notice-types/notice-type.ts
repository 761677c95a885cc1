import type { LanguageCode } from '../../domain/languages.js';

/**
 * A sentence in every language: ICU messages, which may put in `{library}` and `{until}`, the moment; where a wait is known, also
 * `{likely}` and `{latest}`, its days; and where the hold ends if no copy comes, `{ends}`, when. The title stands above them.
 */
export type Message = Readonly<Record<LanguageCode, string>>;

/**
 * How the wait of a hold is told: a likely day and a latest one; a likely one, and that it may take more than a year; that it may take more
 * than a year; or the latest day alone.
 */
export type WaitWording = 'likely' | 'likely-only' | 'after-a-year' | 'latest';

/** What the words of a notice depend on. */
export interface NoticeContext {
  /** Why the hold ended; null in notices of other types. */
  readonly reason: string | null;
  /** Undefined: unknown. */
  readonly wait: WaitWording | undefined;
  /** The hold ends at a time that the notice names, if no copy comes. */
  readonly hasEnd: boolean;
}

/** All in which the notices of one type differ from those of another. */
export interface NoticeTypeDefinition {
  /** What staff call it. */
  readonly staffName: string;
  /** The same after "It tells the patron that". */
  readonly staffClause: string;
  /** The column of the hold with the moment that the notice names. If that is another by now, there is nothing to tell. */
  readonly moment: string;
  /** The notice tells what has happened, however late it is. Otherwise it is not sent after the moment. */
  readonly isMomentPast?: true;
  /** SQL: what else must be true of the hold `h`. */
  readonly condition?: string;
  /** It tells how long the hold would wait, if its patron resumed it now. */
  readonly tellsWait?: true;
  /** Of the notice; the subject of the mail names the title after it. */
  readonly heading: Message;
  readonly paragraphs: (context: NoticeContext) => readonly Message[];
}
