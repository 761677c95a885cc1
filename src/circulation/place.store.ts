import { BLOCK_BITS } from '../domain/holds/queue.js';

/** SQL for the end of a block of this level that is nearest to the ticket of the hold `h`, as the number of the next block. */
const nearestEnd = (level: number): string => {
  const bits = level * BLOCK_BITS;
  return `((h.ticket + ${2 ** (bits - 1)}) >> ${bits})`;
};
const [END_1, END_2] = [nearestEnd(1), nearestEnd(2)];
const END_2_IN_BLOCKS = `(${END_2} << ${BLOCK_BITS})`;
const END_1_IN_TICKETS = `(${END_1} << ${BLOCK_BITS})`;

/**
 * SQL for the place of a hold `h` of the library `websiteId` in its queue: 1 + the live holds with a lower ticket. It sums the large blocks
 * up to the block end nearest to the hold, then the small blocks from there to their nearest end, and counts single holds from there. Holds
 * counted beyond the place are subtracted. So it reads at most 32 counters and 32 holds beside the large blocks, and the cost hardly grows
 * with the queue. Blocks that cannot exist are not looked up: most queues are short.
 */
export const placeInQueue = (websiteId: string): string => `(1
    + CASE WHEN ${END_2} = 0 THEN 0 ELSE
      (SELECT COALESCE(sum(b.live_holds), 0) FROM queue_block b
       WHERE b.website_id = ${websiteId} AND b.reserve_id = h.reserve_id AND b.level = 2 AND b.block < ${END_2}) END
    + CASE WHEN ${END_1} = ${END_2_IN_BLOCKS} THEN 0 ELSE sign(${END_1} - ${END_2_IN_BLOCKS})::int
      * (SELECT COALESCE(sum(b.live_holds), 0) FROM queue_block b
         WHERE b.website_id = ${websiteId} AND b.reserve_id = h.reserve_id AND b.level = 1
           AND b.block >= LEAST(${END_1}, ${END_2_IN_BLOCKS}) AND b.block < GREATEST(${END_1}, ${END_2_IN_BLOCKS})) END
    + sign(h.ticket - ${END_1_IN_TICKETS})::int
      * (SELECT count(*) FROM hold o
         WHERE o.website_id = ${websiteId} AND o.reserve_id = h.reserve_id
           AND o.ticket >= LEAST(h.ticket, ${END_1_IN_TICKETS}) AND o.ticket < GREATEST(h.ticket, ${END_1_IN_TICKETS})))::int`;
