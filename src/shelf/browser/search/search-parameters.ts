import { useEffect, useState } from 'preact/hooks';

/** What a search asks for, by the names of the template's variables. */
export type SearchParameters = Readonly<Record<string, string>>;

const MARK = '#?';

/** The search in the address of the page. It stands behind `#`, so that it stays out of the logs of servers. */
export function searchParametersIn(hash: string): SearchParameters | undefined {
  return hash.startsWith(MARK) ? Object.fromEntries(new URLSearchParams(hash.slice(MARK.length))) : undefined;
}

export function hashFor(asked: SearchParameters): string {
  const given = Object.entries(asked).filter(([, value]) => value !== '');
  return MARK + new URLSearchParams(given).toString();
}

interface ShownSearch {
  readonly asked: SearchParameters | undefined;
  readonly ask: (asked: SearchParameters) => void;
  /** How often the patron has gone back or forth. */
  readonly moves: number;
}

/** The search that the page shows: it can be shared and reloaded, and Back leads to the one before. */
export function useSearchParameters(): ShownSearch {
  const [hash, setHash] = useState(location.hash);
  const [moves, setMoves] = useState(0);
  useEffect(() => {
    const look = (): void => {
      setHash(location.hash);
      setMoves((before) => before + 1);
    };
    addEventListener('popstate', look);
    return () => removeEventListener('popstate', look);
  }, []);
  const ask = (asked: SearchParameters): void => {
    const next = hashFor(asked);
    if (next !== location.hash) history.pushState(null, '', next);
    setHash(next);
  };
  return { asked: searchParametersIn(hash), ask, moves };
}
