import { useCallback, useEffect, useState } from 'preact/hooks';
import { type ApiClient, ApiError } from './http/api-client.js';
import type { HoldList, LibraryRecord, LoanList, PatronRecord } from './http/records.js';

/** The one address that the page knows: everything else is linked from there. */
const ENTRY = '/v1/patrons/me';

/** What the shelf shows, as it was read together. */
export interface PatronData {
  readonly patron: PatronRecord;
  readonly holds: HoldList;
  readonly loans: LoanList;
  readonly library: LibraryRecord | undefined;
  /** How often it was read. */
  readonly version: number;
}

interface Reading {
  readonly things: PatronData | undefined;
  readonly problem: string | undefined;
  readonly read: () => Promise<void>;
}

/** @param onUnauthorized called with the message when the token is not, or no longer, good */
export function usePatron(
  client: ApiClient,
  base: string,
  onUnauthorized: (message: string) => void,
): Reading {
  const [things, setThings] = useState<PatronData>();
  const [problem, setProblem] = useState<string>();
  const read = useCallback(async () => {
    try {
      const found = await readPatronData(client, base + ENTRY);
      setThings((before) => ({ ...found, version: (before?.version ?? 0) + 1 }));
      setProblem(undefined);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) onUnauthorized(error.message);
      else setProblem(error.message);
    }
  }, [client, base, onUnauthorized]);
  useEffect(() => void read(), [read]);
  return { things, problem, read };
}

async function readPatronData(client: ApiClient, entry: string): Promise<Omit<PatronData, 'version'>> {
  const patron = await client.get<PatronRecord>(entry);
  const { holds, checkouts, library } = patron.links ?? {};
  const [holdList, loanList, itsLibrary] = await Promise.all([
    holds ? client.get<HoldList>(holds.href) : { holds: [] },
    checkouts ? client.get<LoanList>(checkouts.href) : { checkouts: [] },
    library && client.get<LibraryRecord>(library.href),
  ]);
  return { patron, holds: holdList, loans: loanList, library: itsLibrary };
}
