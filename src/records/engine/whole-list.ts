import type { Database } from '../../platform/database/database.js';
import { applyBatch } from './apply-batch.js';
import { numberOf } from './earlier-records.js';
import type { PatronName } from '../naming/named-patron.js';
import type { ChangeLog, RecordKind, RecordKindName } from './record-kind.js';
import type { Permission, ReadRecord } from './record-reader.js';
import * as store from './whole-list.store.js';

/** Lists that a file can bring whole, each with the kind of its records. */
export const WHOLE_LISTS = { patrons: 'patron', copies: 'copies' } as const;
export type WholeListName = keyof typeof WHOLE_LISTS;
export const WHOLE_LIST_NAMES = Object.keys(WHOLE_LISTS) as WholeListName[];

/** Why a file with such rows cannot be the whole of the list, if so. */
export function wholeListProblem(rows: string, list: WholeListName | undefined): string | undefined {
  return list === undefined || list === rows ? undefined : `A file of ${rows} is no whole list of ${list}.`;
}

/** What the file is the whole of: whom, or what, it does not name comes to its end. */
export interface WholeListOptions {
  readonly of: WholeListName;
  /** However many these are. */
  readonly isForced: boolean;
}

/** What has become of the active patrons, or of the titles with copies, that a whole list does not name. */
export interface Unnamed {
  /** How many there are; 0 if nobody knows. */
  readonly missing: number;
  /** How many were active before, named or not. */
  readonly active: number;
  /** How many patrons have expired, or titles have no copies any more. */
  readonly ended: number;
  /** Why none has; null otherwise. */
  readonly problem: string | null;
}

/** Of the active ones, at most a fifth ends without being asked. */
const MAX_MISSING_SHARE = 0.2;

export interface WholeListRun {
  readonly mayApply?: Permission | undefined;
  readonly beforeBatch?: (() => Promise<void>) | undefined;
  readonly log?: ChangeLog | undefined;
  readonly dryRun?: boolean | undefined;
}

interface Key extends PatronName {
  readonly websiteId: number;
  readonly reserveId?: string | undefined;
  readonly isbn?: string | undefined;
  /** A row that gives somebody's card to another number is rejected: it names the card's patron. */
  readonly cards?: readonly string[] | null;
}

/** Remembers what a file names, and brings the rest of the list to its end. */
export class WholeList {
  private readonly named = new Set<number>();
  private readonly libraries = new Set<number>();
  private unreadLine: number | undefined;
  private active: number | undefined;
  private readonly kindName: RecordKindName;

  constructor(
    private readonly database: Database,
    private readonly kinds: readonly RecordKind[],
    private readonly options: WholeListOptions,
  ) {
    this.kindName = WHOLE_LISTS[options.of];
  }

  /** A line that was read. One that is rejected names its patron, or its title, too. */
  note(line: number, read: ReadRecord | { readonly rejection: string }): void {
    const named =
      'record' in read ? { kind: read.kind, key: read.record } : 'named' in read ? read.named : undefined;
    if (named === undefined) this.unreadLine ??= line;
    else if (named.kind.name !== this.kindName) return;
    else if (named.key === undefined) this.unreadLine ??= line;
    else this.add(named.key as Key);
  }

  private add({ websiteId, patronId, externalId, reserveId, isbn, cards }: Key): void {
    this.libraries.add(websiteId);
    for (const name of store.namesOf({ patronId, externalId, reserveId, isbn, cards }))
      this.named.add(numberOf(name));
  }

  /** Whom lines name by the names of patrons who were merged into them. */
  notePatrons(patronIds: Iterable<number>): void {
    for (const patronId of patronIds)
      for (const name of store.namesOf({ patronId })) this.named.add(numberOf(name));
  }

  /** Before the first of its records is applied: how many there are. */
  async countBefore(): Promise<void> {
    const [websiteId] = this.libraries;
    if (websiteId === undefined || this.active !== undefined) return;
    this.active = await store.LISTS[this.options.of].count(this.database, websiteId);
  }

  /** After the last line. In batches: other requests take their turn. */
  async end(run: WholeListRun): Promise<Unnamed> {
    const { active = 0 } = this;
    const problem = this.problem(run.mayApply);
    const [websiteId] = this.libraries;
    if (problem !== undefined || websiteId === undefined)
      return { missing: 0, active, ended: 0, problem: problem ?? null };
    let missing = 0;
    for await (const page of this.unnamed(websiteId)) missing += countOf(page);
    if (!this.options.isForced && missing > active * MAX_MISSING_SHARE)
      return { missing, active, ended: 0, problem: TOO_MANY };
    if (run.dryRun === true) return { missing, active, ended: 0, problem: null };
    let ended = 0;
    for await (const page of this.unnamed(websiteId)) {
      await run.beforeBatch?.();
      ended += await this.apply(page, run.log);
    }
    return { missing, active, ended, problem: null };
  }

  private problem(mayApply: Permission = () => true): string | undefined {
    const { of } = this.options;
    if (this.unreadLine !== undefined)
      return `Nobody knows what line ${this.unreadLine} names: its rejection says why. Correct it, and send the whole file again.`;
    const [websiteId, ...others] = this.libraries;
    if (websiteId === undefined) return `The file has no ${of}.`;
    if (others.length > 0) return `The file has ${of} of more than one library.`;
    return mayApply({ kind: this.kindName, isRemoval: false, websiteId })
      ? undefined
      : `Your role does not permit you to change the ${of} of library ${websiteId}.`;
  }

  private async *unnamed(websiteId: number): AsyncGenerator<store.Listed[]> {
    const list = store.LISTS[this.options.of];
    let after: store.Listed | undefined;
    for (;;) {
      const page = await list.find(this.database, websiteId, after);
      after = page.at(-1);
      if (after === undefined) return;
      yield page.filter(({ names }) => !names.some((name) => this.named.has(numberOf(name))));
    }
  }

  private async apply(page: readonly store.Listed[], log: ChangeLog | undefined): Promise<number> {
    const kind = this.kinds.find(({ name }) => name === this.kindName);
    if (kind === undefined || page.length === 0) return 0;
    const records = page.map(({ ending }) => ({ line: 0, record: ending }));
    const { outcomes } = await applyBatch({ kind, isRemoval: false, records }, log);
    return countOf(page.filter((_, index) => outcomes[index] === undefined));
  }
}

/** Why nothing has ended, unless it is forced. */
const TOO_MANY =
  'More than a fifth of them are not in the file, which may be incomplete. If it is not, import it again and say so.';

/** A title has copies in several collections. */
function countOf(page: readonly store.Listed[]): number {
  return page.filter(({ isFirst }) => isFirst).length;
}
