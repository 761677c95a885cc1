import { LibraryGroups } from '../../../../src/platform/database/library-groups.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { tellWatchers } from '../../../../src/watches/watch-news.js';
import type { ServiceUnderTest } from '../../../support/service.js';
import type { Chances } from './chances.js';
import type { Wishes } from './town-options.js';
import type { Act } from './town-people.js';

/** Assumed, not measured. The titles are pairs, an e-book and its audiobook: of those who want one, so many would have either. */
export const WANTS_EITHER = 0.3;
/** Without alternatives they place two holds. Of those who have borrowed one, so many remove the other; the others let it become ready. */
export const REMOVES_OTHER = 0.5;
/** So many want a title, but not soon: for want of a list they place a hold. */
export const WANTS_LATER = 0.15;
/** So many of these take the copy when one is set aside for them, or when they are told of a free one. */
export const TAKES_LATER = 0.4;

export const otherOf = (title: number): number => (title % 2 === 0 ? title - 1 : title + 1);

const TOLD = statement<Pick<Act, 'patronId' | 'title'>>(
  'town-watchers-told',
  `SELECT w.patron_id AS "patronId", right(w.reserve_id::text, 12)::int AS title FROM watch w
   WHERE w.told_at = date_trunc('milliseconds', service_now()) ORDER BY w.reserve_id, w.patron_id`,
);

/** Readers who would have either of two titles, and readers who want one later. */
export class TownWishes {
  constructor(
    private readonly service: ServiceUnderTest,
    /** Undefined: there are none. */
    private readonly wishes: Wishes | undefined,
  ) {}

  /** What a reader does who wants a title. */
  actFor(wanted: Act, chances: Chances): Act {
    if (this.wishes === undefined) return wanted;
    if (chances.chance(WANTS_LATER))
      return { ...wanted, isForLater: true, kind: this.wishes.watches ? 'watch' : 'place' };
    if (!chances.chance(WANTS_EITHER)) return wanted;
    const other = { ...wanted, title: otherOf(wanted.title), besides: wanted.title };
    return { ...wanted, next: { ...other, isAlternative: this.wishes.alternatives } };
  }

  /** Tells as a worker that looks. @returns what those do who are told of a free copy */
  async tell(chancesOf: (told: Pick<Act, 'patronId' | 'title'>) => Chances): Promise<Act[]> {
    if (this.wishes?.watches !== true) return [];
    const { database } = this.service;
    for (const group of await new LibraryGroups(database).listAndAll())
      while ((await tellWatchers(database, group)) > 0);
    const told = await database.run(TOLD);
    return told.map((each) => ({
      ...each,
      kind: chancesOf(each).chance(TAKES_LATER) ? 'borrow' : 'unwatch',
    }));
  }
}
