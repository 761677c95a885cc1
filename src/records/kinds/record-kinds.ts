import { QueueService } from '../../circulation/queue.service.js';
import { SettledReads } from '../../circulation/settled-reads.js';
import { HoldsService } from '../../holds/holds.service.js';
import type { Database } from '../../platform/database/database.js';
import type { Metrics } from '../../platform/observability/metrics.js';
import { type OutboundPolicy, PUBLIC_ONLY } from '../../platform/outbound/outbound-policy.js';
import { clientKind } from './access/clients.js';
import { categoryKind } from './categories/categories.js';
import { collectionKind, libraryKind } from './libraries/libraries.js';
import { copiesKind } from './copies/copies.js';
import { holdKind } from './holds/holds.js';
import { patronKind } from './patrons/patrons.js';
import type { ChangeLog } from '../engine/change-log.js';
import type { RecordKind } from '../engine/record-kind.js';
import { settingsKind } from './settings/settings.js';
import { titleKind } from './titles/titles.js';
import { tokenKind } from './access/tokens.js';
import { withdrawalKind } from './withdrawals/withdrawals.js';

export type RecordKindName =
  | 'library'
  | 'collection'
  | 'category'
  | 'title'
  | 'copies'
  | 'withdrawal'
  | 'patron'
  | 'hold'
  | 'token'
  | 'client'
  | 'settings';

/** All kinds of records that can be imported. */
export function recordKinds(
  database: Database,
  metrics?: Metrics,
  outbound: OutboundPolicy = PUBLIC_ONLY,
  log?: ChangeLog,
): Readonly<Record<RecordKindName, RecordKind>> {
  const queues = new QueueService(metrics);
  return {
    library: libraryKind(database),
    collection: collectionKind(database),
    category: categoryKind(database, queues),
    title: titleKind(database),
    copies: copiesKind(database, queues, log),
    withdrawal: withdrawalKind(database, queues),
    patron: patronKind(database, queues, log),
    hold: holdKind(database, queues, new HoldsService(database, queues, new SettledReads(database, queues))),
    token: tokenKind(database),
    client: clientKind(database),
    settings: settingsKind(database, outbound, log),
  };
}
