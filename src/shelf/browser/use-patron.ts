import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type ApiClient, ApiError } from './http/api-client.js';
import type { HoldList, LibraryRecord, LoanList, PatronRecord, WatchList } from './http/records.js';
import { conditionOf } from './holds/condition.js';
import { type OtherFormatsOf, readOtherFormats } from './search/availability.js';
import { isWorthRetrying } from './refusals.js';
import { Titles } from './titles/titles.js';
import { useChanges } from './use-changes.js';

/** The one address that the page knows: everything else is linked from there. */
const ENTRY = '/v1/patrons/me';

/** What the shelf shows, as it was read together. */
export interface PatronData {
  readonly patron: PatronRecord;
  readonly holds: HoldList;
  readonly loans: LoanList;
  readonly watches: WatchList;
  readonly others: OtherFormatsOf;
  readonly library: LibraryRecord | undefined;
  readonly titles: Titles;
  /** Higher each time that it is read. */
  readonly version: number;
}

/** Why the shelf could not be read. */
export interface ReadProblem {
  readonly message: string;
  /** When it is tried again by itself, by the browser's clock; undefined: that would be of no use. */
  readonly retryAt: number | undefined;
}

export interface Reading {
  readonly things: PatronData | undefined;
  readonly problem: ReadProblem | undefined;
  readonly isReading: boolean;
  /** @returns false if the shelf could not be read */
  readonly read: () => Promise<boolean>;
}

const FIRST_WAIT_SECONDS = 3;
const MAX_WAIT_SECONDS = 60;

export function usePatron(client: ApiClient, base: string): Reading {
  const [things, setThings] = useState<PatronData>();
  const [problem, setProblem] = useState<ReadProblem>();
  const [isReading, setReading] = useState(false);
  const failures = useRef(0);
  const begun = useRef(0);
  const titles = useRef<Titles | undefined>(undefined);
  const read = useCallback(async () => {
    const own = ++begun.current;
    setReading(true);
    try {
      const found = await readPatronData(client, base + ENTRY, titles.current);
      titles.current = found.titles;
      // One that began later may be shown already.
      setThings((before) => (before && before.version > own ? before : { ...found, version: own }));
      setProblem(undefined);
      failures.current = 0;
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failures.current += 1;
      setProblem({ message: error.message, retryAt: retryTime(error, failures.current) });
      return false;
    } finally {
      if (own === begun.current) setReading(false);
    }
  }, [client, base]);
  useEffect(() => void read(), [read]);
  useChanges(
    client,
    things?.patron.links?.changes?.href,
    useCallback(() => void read(), [read]),
  );
  useEffect(() => {
    if (problem?.retryAt === undefined) return;
    const timer = setTimeout(() => void read(), Math.max(0, problem.retryAt - Date.now()));
    return () => clearTimeout(timer);
  }, [problem, read]);
  return { things, problem, isReading, read };
}

/** As the service asks, else later each time. */
function retryTime(error: ApiError, failures: number): number | undefined {
  if (!isWorthRetrying(error)) return undefined;
  const own = Math.min(FIRST_WAIT_SECONDS * 2 ** (failures - 1), MAX_WAIT_SECONDS);
  return Date.now() + (error.retryAfterSeconds ?? own) * 1000;
}

/** @param known what was read before of titles */
async function readPatronData(
  client: ApiClient,
  entry: string,
  known: Titles | undefined,
): Promise<Omit<PatronData, 'version'>> {
  const patron = await client.get<PatronRecord>(entry);
  const { holds, checkouts, watches, library } = patron.links ?? {};
  const [holdList, loanList, watchList, itsLibrary] = await Promise.all([
    holds ? client.get<HoldList>(holds.href) : { holds: [] },
    checkouts ? client.get<LoanList>(checkouts.href) : { checkouts: [] },
    // Not every service has it.
    watches ? client.get<WatchList>(watches.href) : { watches: [] },
    library && client.get<LibraryRecord>(library.href),
  ]);
  const template = patron.linkTemplates?.metadata?.href;
  const titles = known?.template === template && known !== undefined ? known : new Titles(client, template);
  const waiting = holdList.holds.filter((hold) => conditionOf(hold) === 'waiting');
  const [others] = await Promise.all([
    readOtherFormats(
      client,
      patron,
      waiting.map(({ reserveId }) => reserveId),
    ),
    titles.prepare([...holdList.holds, ...loanList.checkouts]),
  ]);
  return {
    patron,
    holds: holdList,
    loans: loanList,
    watches: watchList,
    others,
    library: itsLibrary,
    titles,
  };
}
