import { type ErrorCode, Refusal } from '../../domain/errors.js';
import type { TitleId } from '../../domain/title-id.js';
import type { HoldsService } from '../../holds/holds.service.js';
import type { Database } from '../../platform/database/database.js';
import * as store from './holds.store.js';
import { oneAfterTheOther, type Outcome, type RecordKind } from './record-kind.js';
import { type HoldKey, type HoldRecord, holdSchemas } from './schemas/patron.schemas.js';
import { unknownTitle } from './words.js';
import { nameOf } from './names.js';

/** A library brings its queues: holds are placed in the order of the lines, by the rules of a patron's own placement. */
export function holdKind(database: Database, holds: HoldsService): RecordKind<HoldRecord, HoldKey> {
  return {
    schemas: holdSchemas,
    movesQueues: true,
    namesOf: ({ websiteId, patronId, reserveId }) => ({
      owned: [nameOf.hold(patronId, reserveId)],
      needed: [nameOf.library(websiteId), nameOf.patron(patronId), nameOf.title(reserveId)],
    }),
    apply: (records) => oneAfterTheOther(records, (record) => keepHold(database, holds, record)),
    remove: (key) => removeHold(holds, key),
  };
}

async function keepHold(database: Database, holds: HoldsService, record: HoldRecord): Promise<Outcome> {
  const { emailAddress } = record;
  const refusal = await refusalFrom(() => holds.place(record, { titles: [titleOf(record)], emailAddress }));
  if (refusal?.code === 'NotFound') return explainNotFound(database, record);
  if (refusal?.code !== 'AlreadyOnWaitList') return refusal?.message;
  return (await refusalFrom(() => changeHold(holds, record)))?.message;
}

/** @throws Refusal when the hold is ready, or the address would come or go */
async function changeHold(holds: HoldsService, record: HoldRecord): Promise<void> {
  const { emailAddress } = record;
  const title = titleOf(record);
  const { hold } = await holds.find(record, title);
  if (hold.emailAddress === emailAddress) return;
  await holds.change(record, title, {
    titlesNamed: [],
    emailAddress: emailAddress ?? undefined,
    ignoreHoldEmail: emailAddress === null,
  });
}

async function removeHold(holds: HoldsService, key: HoldKey): Promise<Outcome> {
  const refusal = await refusalFrom(() => holds.remove(key, titleOf(key)));
  const isGone: ErrorCode = 'PatronDoesntHaveTitleOnHold';
  return refusal?.code === isGone ? undefined : refusal?.message;
}

/** A patron must not learn which titles there are; whoever imports should. */
async function explainNotFound(
  database: Database,
  { websiteId, patronId, reserveId }: HoldRecord,
): Promise<string> {
  const { patronKnown, titleKnown } = await store.readHoldReferences(
    database,
    { websiteId, patronId },
    reserveId,
  );
  if (!patronKnown) return `patronId ${patronId} is not a patron of library ${websiteId}`;
  if (!titleKnown) return unknownTitle(reserveId);
  return `title ${reserveId} is in no collection of patron ${patronId}`;
}

function titleOf({ reserveId }: HoldKey): TitleId {
  return { kind: 'reserveId', reserveId };
}

async function refusalFrom(command: () => Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await command();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
