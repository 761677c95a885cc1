import { useEffect, useReducer } from 'preact/hooks';
import { useRequest } from '../actions/use-request.js';
import { type FoundPages, useShelf } from '../shelf-context.js';
import { type FoundPage, readPage } from './availability.js';

interface Pages {
  readonly pages: readonly FoundPage[];
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  /** Asks once more for what could not be read. */
  readonly again: () => Promise<void>;
  /** Undefined: there are no more. */
  readonly more: (() => Promise<void>) | undefined;
}

/** What a search has found, which is read again when something was done. What was found before is there at once. */
export function usePages(first: string): Pages {
  const { client, patron, version, searches } = useShelf();
  const [, show] = useReducer((times: number) => times + 1, 0);
  const { problem, isBusy, run, again } = useRequest();
  const { pages, addresses } = searches.get(first) ?? { pages: [], addresses: [first] };
  const keep = (found: FoundPages): void => {
    searches.set(first, found);
    show(undefined);
  };
  useEffect(() => {
    void run(async (signal) => {
      const found = await Promise.all(addresses.map((each) => readPage(client, patron, each, signal)));
      keep({ addresses, pages: found });
    }, true);
  }, [client, first, version]);
  const next = pages.at(-1)?.links?.next?.href;
  const more = async (): Promise<void> => {
    if (next === undefined) return;
    await run(async (signal) => {
      const page = await readPage(client, patron, next, signal);
      keep({ addresses: [...addresses, next], pages: [...pages, page] });
    });
  };
  return { pages, problem: problem?.message, isBusy, again, more: next === undefined ? undefined : more };
}
