/** How the services of staff record what was done. */
export { pinChangesBy, recordAction } from './action-log.store.js';
export type { ActionName, StaffActionEntry } from './actions.js';
