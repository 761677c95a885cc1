import { type Alternative, readAlternative } from '../../../circulation/alternatives/alternatives.js';
import type { QueueService } from '../../../circulation/queue.service.js';
import { Refusal } from '../../../domain/errors.js';
import type { Connection } from '../../../platform/database/statement.js';
import type { HoldRecord } from './hold.schema.js';

/** The hold to which the only record makes its own an alternative, or why it cannot. Call it under the locks of both queues. */
export async function alternativeOf(
  connection: Connection,
  queues: QueueService,
  [record]: readonly HoldRecord[],
): Promise<Alternative | Refusal | undefined> {
  if (record?.alternativeTo == null) return undefined;
  const { websiteId, alternativeTo } = record;
  const others = [{ websiteId, reserveId: alternativeTo }];
  try {
    return await readAlternative(connection, queues, record, { queue: record, others }, { alternativeTo });
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** The records in runs, in which those that say of what a title is an alternative stand alone. */
export function* alternativesApart(records: readonly HoldRecord[]): Generator<readonly HoldRecord[]> {
  let together: HoldRecord[] = [];
  for (const record of records)
    if (record.alternativeTo === undefined) together.push(record);
    else {
      if (together.length > 0) yield together;
      together = [];
      yield [record];
    }
  if (together.length > 0) yield together;
}
