import type { ImportRunRecord } from './imports.representation.js';

const STATE_WORDS: Readonly<Record<ImportRunRecord['state'], string>> = {
  waiting: 'Waits for its columns',
  running: 'Running',
  done: 'Done',
  failed: 'Stopped early',
  interrupted: 'Interrupted',
};

/** Whether an import has come to its end without a record: nothing was wrong in it, and nothing was done. */
export function isEmpty({ state, applied, rejected }: ImportRunRecord): boolean {
  return state === 'done' && applied + rejected === 0;
}

/** The state of an import, in words. */
export function stateOf(run: ImportRunRecord): string {
  return isEmpty(run) ? 'No records' : STATE_WORDS[run.state];
}
