import type { Database } from '../../platform/database/database.js';
import { applyBatch } from './apply-batch.js';
import { numberOf } from './earlier-records.js';
import type { PatronName } from '../naming/named-patron.js';
import type { ChangeLog, RecordKind, RecordKindName } from './record-kind.js';
import type { Permission, ReadRecord } from './record-reader.js';
import * as store from './whole-list.store.js';

/** The lists that a file can contain completely, and the kind of their records. */
export const WHOLE_LISTS = { patrons: 'patron', copies: 'copies', licences: 'licence' } as const;
export type WholeListName = keyof typeof WHOLE_LISTS;
export const WHOLE_LIST_NAMES = Object.keys(WHOLE_LISTS) as WholeListName[];

/** Why a file with such rows cannot be the complete list; undefined if it can. */
export function wholeListProblem(rows: string, list: WholeListName | undefined): string | undefined {
  return list === undefined || list === rows ? undefined : `A file of ${rows} is no whole list of ${list}.`;
}

/** The file is a complete list: whatever it does not name is ended. */
export interface WholeListOptions {
  readonly of: WholeListName;
  /** Whether any number of patrons or titles may be ended. */
  readonly isForced: boolean;
}

/** The active patrons, titles with copies, or licences, that a whole list does not name. */
export interface NotInFile {
  /** How many there are; 0 if unknown. */
  readonly missing: number;
  /** How many were active before, named or not. */
  readonly active: number;
  /** How many patrons have expired, titles have no copies any more, or licences have ended. */
  readonly ended: number;
  /** Why nothing was ended; null otherwise. */
  readonly problem: string | null;
}

/** At most a fifth of the active ones is ended without `isForced`. */
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
  /** A row that gives a patron's card to another number is rejected. It names the card's patron. */
  readonly cards?: readonly string[] | null;
  readonly collectionId?: string;
  readonly licenceId?: string;
}

/** Notes what a file names, and ends the rest of the list. */
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

  /** A rejected line names its patron, title or licence, too. */
  note(line: number, read: ReadRecord | { readonly rejection: string }): void {
    const named =
      'record' in read ? { kind: read.kind, key: read.record } : 'named' in read ? read.named : undefined;
    if (named === undefined) this.unreadLine ??= line;
    else if (named.kind.name !== this.kindName) return;
    else if (named.key === undefined) this.unreadLine ??= line;
    else this.add(named.key as Key);
  }

  private add({ websiteId, collectionId = '', licenceId, ...named }: Key): void {
    const { patronId, externalId, reserveId, isbn, cards } = named;
    this.libraries.add(websiteId);
    const names =
      licenceId === undefined
        ? store.namesOf({ patronId, externalId, reserveId, isbn, cards })
        : [store.nameOfLicence(collectionId, licenceId)];
    for (const name of names) this.named.add(numberOf(name));
  }

  /** Notes patrons who were named by patrons merged into them. */
  notePatrons(patronIds: Iterable<number>): void {
    for (const patronId of patronIds)
      for (const name of store.namesOf({ patronId })) this.named.add(numberOf(name));
  }

  /** Counts the active ones, before the first record is applied. */
  async countBefore(): Promise<void> {
    const [websiteId] = this.libraries;
    if (websiteId === undefined || this.active !== undefined) return;
    this.active = await store.LISTS[this.options.of].count(this.database, websiteId);
  }

  /** Ends the rest, after the last line. It works in batches, so that other requests take their turn. */
  async end(run: WholeListRun): Promise<NotInFile> {
    const { active = 0 } = this;
    const problem = this.problem(run.mayApply);
    const [websiteId] = this.libraries;
    if (problem !== undefined || websiteId === undefined)
      return { missing: 0, active, ended: 0, problem: problem ?? null };
    let missing = 0;
    for await (const page of this.notInFile(websiteId)) missing += countOf(page);
    if (!this.options.isForced && missing > active * MAX_MISSING_SHARE)
      return { missing, active, ended: 0, problem: TOO_MANY };
    if (run.dryRun === true) return { missing, active, ended: 0, problem: null };
    let ended = 0;
    for await (const page of this.notInFile(websiteId)) {
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

  private async *notInFile(websiteId: number): AsyncGenerator<store.Listed[]> {
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

const TOO_MANY =
  'More than a fifth of them are not in the file, which may be incomplete. If it is not, import it again and say so.';

/** A title can be listed several times, once per collection. */
function countOf(page: readonly store.Listed[]): number {
  return page.filter(({ isFirst }) => isFirst).length;
}
