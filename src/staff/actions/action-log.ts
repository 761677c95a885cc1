/** How the services of staff record what was done. */
export { importLogOf, recordAction, recordImport, recordLookUp } from './action-log.store.js';
export type { ActionName, StaffActionEntry } from './actions.js';
