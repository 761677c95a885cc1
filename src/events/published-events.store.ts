import { type StatementRunner, statement } from '../platform/database/statement.js';
import { EVENTS_PUBLISHED } from './event-types.js';

const LISTEN = statement('', `LISTEN ${EVENTS_PUBLISHED}`);

/** From now on, the session receives the announcements. */
export async function listenForEvents(session: StatementRunner): Promise<void> {
  await session.run(LISTEN);
}
