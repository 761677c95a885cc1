import { BLOCK_BITS } from '../domain/queue.js';

/**
 * SQL for the place of a hold `h` in its queue: 1 + the live holds with a lower ticket. Whole blocks of tickets are
 * summed from their counters, and only the hold's own block (at most 63 holds) is counted, so that the cost does not
 * grow with the queue.
 */
export const PLACE_IN_QUEUE = `(1
    + (SELECT COALESCE(sum(b.live_holds), 0) FROM queue_block b
       WHERE b.website_id = h.website_id AND b.reserve_id = h.reserve_id
         AND b.level = 2 AND b.block < h.ticket >> ${2 * BLOCK_BITS})
    + (SELECT COALESCE(sum(b.live_holds), 0) FROM queue_block b
       WHERE b.website_id = h.website_id AND b.reserve_id = h.reserve_id
         AND b.level = 1 AND b.block >= (h.ticket >> ${2 * BLOCK_BITS}) << ${BLOCK_BITS}
         AND b.block < h.ticket >> ${BLOCK_BITS})
    + (SELECT count(*) FROM hold o
       WHERE o.website_id = h.website_id AND o.reserve_id = h.reserve_id
         AND o.ticket >= (h.ticket >> ${BLOCK_BITS}) << ${BLOCK_BITS} AND o.ticket < h.ticket))::int`;
