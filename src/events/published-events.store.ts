import { type Connection, statement } from '../platform/database/statement.js';
import { EVENTS_PUBLISHED } from './event-types.js';

const LISTEN = statement('', `LISTEN ${EVENTS_PUBLISHED}`);

/** From now on, the session hears of new events. */
export async function listenForEvents(session: Connection): Promise<void> {
  await session.run(LISTEN);
}
