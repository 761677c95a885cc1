import { readServiceTime } from '../../platform/database/clock.store.js';
import type { Database } from '../../platform/database/database.js';
import { findLibraries } from '../../records/engine/libraries.store.js';
import { findCodes } from '../../records/naming/codes.store.js';
import { OdlFeed } from '../../records/odl/odl-feed.js';
import { CommandFailed } from '../command-failed.js';
import { openInput } from '../input-file.js';

/** The command's options for the licences of a feed. */
export interface OdlOptions {
  readonly library: number;
  /** Undefined: the library's only one. */
  readonly collection: string | undefined;
}

/** @throws CommandFailed if the library, or the collection, is unknown */
export async function openOdl(
  database: Database,
  file: string,
  { library: websiteId, collection }: OdlOptions,
): Promise<OdlFeed> {
  if (!(await findLibraries(database, [websiteId])).has(websiteId))
    throw new CommandFailed(`There is no library ${websiteId}.`);
  const { collections } = await findCodes(database, websiteId);
  const meant = collections.filter(
    (each) => collection === undefined || each.toLowerCase() === collection.toLowerCase(),
  );
  if (meant.length === 0 || (collection === undefined && meant.length > 1))
    throw new CommandFailed(
      `Say in which collection the licences are (--collection). Library ${websiteId} has ${collections.join(', ') || 'none'}.`,
    );
  const now = await readServiceTime(database);
  return new OdlFeed(openInput(file), { websiteId, collectionId: collection ?? meant[0], now });
}
