import { representTime, type Timestamp } from '../../http/answers/timestamp.representation.js';
import type { MoveReason } from '../../domain/holds/hold-trace.js';
import type { RecordedAction } from './action-log.store.js';
import type { ActionName } from './action-log.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';

/** What a member of staff did. It names a patron or a title, or neither, but never both. */
export interface ActionRecord {
  readonly at: Timestamp;
  readonly action: ActionName;
  readonly websiteId: number;
  readonly staff: ActorRecord;
  readonly patronId?: number;
  readonly reserveId?: string;
  /** The name of the account or API token that was added, changed or removed. */
  readonly account?: string;
  /** Why a hold was moved in its queue. */
  readonly reason?: MoveReason;
}

export interface ActorRecord {
  /** `installation`: the operator's token; `token`: a machine. */
  readonly kind: StaffPrincipal['kind'];
  readonly id: string;
  /** As it was when the action was done. */
  readonly name: string;
}

export interface ActionListRecord {
  readonly actions: readonly ActionRecord[];
}

export function representActions(actions: readonly RecordedAction[]): ActionListRecord {
  return { actions: actions.map(representAction) };
}

function representAction(recorded: RecordedAction): ActionRecord {
  const { at, action, websiteId, staffKind, staffId, staffName, patronId, reserveId, account, reason } =
    recorded;
  return {
    at: representTime(at),
    action,
    websiteId,
    staff: { kind: staffKind, id: staffId, name: staffName },
    ...(patronId !== null && { patronId }),
    ...(reserveId !== null && { reserveId }),
    ...(account !== null && { account }),
    ...(reason !== null && { reason }),
  };
}
