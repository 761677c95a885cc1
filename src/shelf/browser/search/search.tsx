import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useRequest } from '../actions/use-request.js';
import { expand } from '../http/addresses.js';
import type { Link, SearchResult } from '../http/records.js';
import { Note } from '../note.js';
import { useShelf } from '../shelf-context.js';
import { say } from '../words/say.js';
import { type Addressed, addressOf, searchIn } from '../views.js';
import { ProductCard } from './product-card.js';
import { SearchForm } from './search-form.js';

const PAGE = '12';

interface SearchProps {
  readonly template: Link;
  /** The search stands in the address: it can be shared and reloaded, and Back leads to the one before. */
  readonly addressed: Addressed;
}

/** A search by the template in the patron information. Further titles are added below those that were found before. */
export function Search({ template, addressed: { address, moves, go } }: SearchProps): VNode {
  const { announce } = useShelf();
  const asked = searchIn(address);
  const first = asked && expand(template.href, { ...asked, limit: PAGE });
  const { pages, problem, isBusy, more } = usePages(first);
  const total = howMany(pages);
  useEffect(() => {
    if (total !== undefined) announce(total);
  }, [total]);
  return (
    <section aria-labelledby="search">
      <h2 id="search" tabIndex={-1}>
        {say('search')}
      </h2>
      <Note at="search" />
      {/* The search that Back leads to has its own values. */}
      <SearchForm
        key={moves}
        template={template}
        asked={asked ?? {}}
        onAsk={(wanted) => go(addressOf('search', wanted))}
      />
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {isBusy && <p class="quiet">{say('searching')}</p>}
      {total !== undefined && <p class="quiet">{total}</p>}
      <Results pages={pages} onMore={more} />
    </section>
  );
}

interface Pages {
  readonly pages: readonly SearchResult[];
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  /** Undefined: there are no more. */
  readonly more: (() => Promise<void>) | undefined;
}

/** The pages that the patron has come to, which are read again when something was done. */
function usePages(first: string | undefined): Pages {
  const { client, version } = useShelf();
  const [pages, setPages] = useState<readonly SearchResult[]>([]);
  const { problem, isBusy, run } = useRequest();
  const read = useRef<{ first: string | undefined; addresses: readonly string[] }>({
    first: undefined,
    addresses: [],
  });
  useEffect(() => {
    if (first !== read.current.first) {
      read.current = { first, addresses: first === undefined ? [] : [first] };
      setPages([]);
    }
    let isOver = false;
    const { addresses } = read.current;
    if (addresses.length > 0)
      void run(async (signal) => {
        const found = await Promise.all(addresses.map((each) => client.get<SearchResult>(each, signal)));
        if (!isOver) setPages(found);
      }, true);
    return () => {
      isOver = true;
    };
  }, [client, first, version]);
  const next = pages.at(-1)?.links?.next?.href;
  const more = async (): Promise<void> => {
    if (next === undefined) return;
    await run(async (signal) => {
      const page = await client.get<SearchResult>(next, signal);
      read.current = { ...read.current, addresses: [...read.current.addresses, next] };
      setPages((before) => [...before, page]);
    });
  };
  return { pages, problem: problem?.message, isBusy, more: next === undefined ? undefined : more };
}

interface ResultsProps {
  readonly pages: readonly SearchResult[];
  readonly onMore: (() => Promise<void>) | undefined;
}

function Results({ pages, onMore }: ResultsProps): VNode {
  const firstNew = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    if (firstNew.current === undefined) return;
    const id = pages[firstNew.current]?.products[0]?.id;
    if (id === undefined) return;
    firstNew.current = undefined;
    document.getElementById(`product-${id}`)?.focus();
  }, [pages]);
  const more = async (): Promise<void> => {
    firstNew.current = pages.length;
    await onMore?.();
  };
  return (
    <>
      <ul class="cards">
        {pages
          .flatMap(({ products }) => products)
          .map((product) => (
            <li key={product.id}>
              <ProductCard product={product} />
            </li>
          ))}
      </ul>
      {onMore && (
        <div class="buttons">
          <button onClick={more}>{say('moreTitles')}</button>
        </div>
      )}
    </>
  );
}

function howMany(pages: readonly SearchResult[]): string | undefined {
  const [first] = pages;
  if (first === undefined) return undefined;
  const shown = pages.reduce((sum, { products }) => sum + products.length, 0);
  return first.totalItems === 0 ? say('nothingFound') : say('found', { shown, total: first.totalItems });
}
