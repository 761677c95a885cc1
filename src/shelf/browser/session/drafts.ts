/** What a patron has typed into the form of an action. */
interface Draft {
  readonly patronId: number;
  /** Which form it is. */
  readonly form: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Nothing of it leaves the page. */
let typed: Draft | undefined;
let kept: Draft | undefined;

/** Called when the form is opened and whenever something is typed; undefined: it is closed. */
export function noteDraft(draft: Draft | undefined): void {
  typed = draft;
  if (draft !== undefined) kept = undefined;
}

/** Called when the session ends. @param isInterrupted the patron did not ask for it */
export function keepDraft(isInterrupted: boolean): void {
  kept = isInterrupted ? typed : undefined;
  typed = undefined;
}

/** What the same patron had typed into the form when the session ended. */
export function draftOf(form: string, patronId: number): Draft['values'] | undefined {
  return kept?.form === form && kept.patronId === patronId ? kept.values : undefined;
}
