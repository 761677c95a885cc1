/** Recording of actions, for the services of staff. */
export { importLogOf, recordAction, recordImport, recordLookUp } from './action-log.store.js';
export { MOVE_REASON_WORDS } from './actions.js';
export type { ActionName, StaffActionEntry } from './actions.js';
