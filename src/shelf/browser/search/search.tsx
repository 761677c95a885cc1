import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { ViewHead } from '../frame/view-head.js';
import { expand } from '../http/addresses.js';
import type { Link, SearchResult } from '../http/records.js';
import { ReadProblemNotice } from '../read-problem.js';
import { say } from '../words/say.js';
import { type Addressed, searchIn, type SearchParameters } from '../views.js';
import { ProductCard } from './product-card.js';
import { Filters } from './search-form.js';
import { useAvailability } from './use-availability.js';
import { usePages } from './use-pages.js';

const PAGE = '12';

/** Who asks for nothing yet sees what is new. */
const NEWEST: SearchParameters = { keyword: '', sort: 'dateadded:desc' };

interface SearchProps {
  readonly template: Link;
  /** The search stands in the address: it can be shared and reloaded, and Back leads to the one before. */
  readonly addressed: Addressed;
}

/** A search by the template in the patron information. Further titles are added below those that were found before. */
export function Search({ template, addressed: { address, moves } }: SearchProps): VNode {
  const asked = searchIn(address) ?? NEWEST;
  const { pages, problem, isBusy, again, more } = usePages(expand(template.href, { ...asked, limit: PAGE }));
  const total = howMany(pages);
  return (
    <section aria-labelledby="search">
      <ViewHead view="search" name={say('search')} />
      <Filters key={moves} template={template} asked={asked} />
      {problem !== undefined && (
        <ReadProblemNotice
          problem={{ message: problem, retryAt: undefined }}
          isReading={isBusy}
          isOutdated={pages.length > 0}
          onRetry={again}
        />
      )}
      {isBusy && pages.length === 0 && <p class="quiet">{say('searching')}</p>}
      <p class="quiet" role="status">
        {total}
      </p>
      <Results pages={pages} onMore={more} />
    </section>
  );
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
        {pages.map((page, index) => (
          <ResultPage key={index} page={page} />
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

function ResultPage({ page: { products } }: { readonly page: SearchResult }): VNode {
  const availability = useAvailability(products);
  return (
    <>
      {products.map((product) => (
        <li key={product.id}>
          <ProductCard product={product} availability={availability} />
        </li>
      ))}
    </>
  );
}

function howMany(pages: readonly SearchResult[]): string | undefined {
  const [first] = pages;
  if (first === undefined) return undefined;
  const shown = pages.reduce((sum, { products }) => sum + products.length, 0);
  return first.totalItems === 0 ? say('nothingFound') : say('found', { shown, total: first.totalItems });
}
