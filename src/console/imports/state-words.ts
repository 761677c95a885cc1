import type { ImportRunRecord } from '../../operator/imports/imports.representation.js';

/** The state of an import, in words. */
export const STATE_WORDS: Readonly<Record<ImportRunRecord['state'], string>> = {
  running: 'Running',
  done: 'Done',
  failed: 'Stopped early',
  interrupted: 'Interrupted',
};
