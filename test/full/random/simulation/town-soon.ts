import { SoonReady } from '../../../../src/circulation/soon/soon.service.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { type TestRecord, WEBSITE_ID } from '../../../support/records.js';
import type { ServiceUnderTest } from '../../../support/service.js';
import type { Chances } from './chances.js';
import { keyOf } from './town-holds.js';
import type { Act } from './town-people.js';

/**
 * Assumed, not measured: of the patrons who would miss the pickup, so many do something when they are told that the title is ready soon, and the others nothing.
 * Patrons who would pick the copy up do so, told or not.
 */
export const HEEDS = 0.4;
/** Of those, so many suspend the hold; the others remove it. */
export const SUSPENDS = 0.75;

type Told = Pick<Act, 'patronId' | 'title'>;

/** What a patron who was told will do. */
type Fate = 'borrow' | 'miss' | 'suspend' | 'remove';

const TOLD = statement<Told>(
  'town-told-soon',
  `SELECT h.patron_id AS "patronId", right(h.reserve_id::text, 12)::int AS title FROM hold h
   WHERE h.soon_told_at = date_trunc('milliseconds', service_now()) ORDER BY h.reserve_id, h.ticket`,
);

/** Patrons who are told that a title is likely to be ready soon, and what they make of it. */
export class TownSoon {
  readonly told: Record<Fate, number> = { borrow: 0, miss: 0, suspend: 0, remove: 0 };
  private readonly fates = new Map<string, Fate>();

  /** @param soonDays undefined: nobody is told */
  constructor(
    private readonly service: ServiceUnderTest,
    private readonly soonDays: number | undefined,
  ) {}

  settings(): TestRecord[] {
    const { soonDays } = this;
    return soonDays === undefined
      ? []
      : [{ record: 'settings', websiteId: WEBSITE_ID, notices: { soonDays } }];
  }

  /**
   * Tells as a worker that looks.
   * @param picksUp the share of patrons who pick a copy up
   * @param chancesOf a hold
   * @returns what those do who will not, and heed the notice
   */
  async tell(picksUp: number, chancesOf: (told: Told) => Chances): Promise<Act[]> {
    if (this.soonDays === undefined) return [];
    const soon = new SoonReady(this.service.database);
    while ((await soon.tell()) > 0);
    const told = await this.service.database.run(TOLD);
    return told.flatMap((each): Act[] => {
      const fate = fateBy(chancesOf(each), picksUp);
      this.told[fate] += 1;
      this.fates.set(keyOf(each), fate);
      return fate === 'suspend' || fate === 'remove' ? [{ ...each, kind: fate }] : [];
    });
  }

  /** Whether the patron of a hold that is ready now picks it up; undefined: not decided yet. */
  picksUp(hold: Told): boolean | undefined {
    const fate = this.fates.get(keyOf(hold));
    return fate && fate === 'borrow';
  }

  /** After a suspension the patron decides anew. */
  forget(hold: Told): void {
    this.fates.delete(keyOf(hold));
  }
}

/** Whether a patron would pick the copy up is decided first, as it is of those who are not told. */
function fateBy(chances: Chances, picksUp: number): Fate {
  const [wouldPickUp, heeds, suspends] = [picksUp, HEEDS, SUSPENDS].map((share) => chances.chance(share));
  if (wouldPickUp === true) return 'borrow';
  if (heeds !== true) return 'miss';
  return suspends === true ? 'suspend' : 'remove';
}
