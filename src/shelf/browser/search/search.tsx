import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Skeletons } from '../../frame/skeletons.js';
import { ViewHead } from '../frame/view-head.js';
import { expand } from '../http/addresses.js';
import type { Link } from '../http/records.js';
import { ReadProblemNotice } from '../read-problem.js';
import { say } from '../words/say.js';
import { type Addressed, searchIn, type SearchParameters } from '../views.js';
import type { FoundPage } from './availability.js';
import { ProductCard } from './product-card.js';
import { Filters } from './search-form.js';
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
  const [isOpen, setOpen] = useState(false);
  const { pages, problem, isBusy, again, more } = usePages(expand(template.href, { ...asked, limit: PAGE }));
  const total = howMany(pages);
  const isAwaited = pages.length === 0 && problem === undefined;
  return (
    <section aria-labelledby="search">
      <ViewHead view="search" name={say('search')} />
      <Filters
        key={moves}
        template={template}
        asked={asked}
        isOpen={isOpen}
        onFold={() => setOpen((before) => !before)}
      />
      {problem !== undefined && (
        <ReadProblemNotice
          problem={{ message: problem, retryAt: undefined }}
          isReading={isBusy}
          isOutdated={pages.length > 0}
          onRetry={again}
        />
      )}
      <p class="quiet" role="status">
        {isAwaited ? say('searching') : total}
      </p>
      {isAwaited && <Skeletons />}
      <Results pages={pages} onMore={more} />
    </section>
  );
}

interface ResultsProps {
  readonly pages: readonly FoundPage[];
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
        {pages.flatMap(({ products, availability, others }) =>
          products.map((product) => (
            <li key={product.id}>
              <ProductCard
                place="product"
                product={product}
                found={availability.get(product.id)}
                others={others.get(product.id)}
              />
            </li>
          )),
        )}
      </ul>
      {onMore && (
        <div class="buttons">
          <button onClick={more}>{say('moreTitles')}</button>
        </div>
      )}
    </>
  );
}

function howMany(pages: readonly FoundPage[]): string | undefined {
  const [first] = pages;
  if (first === undefined) return undefined;
  const shown = pages.reduce((sum, { products }) => sum + products.length, 0);
  return first.totalItems === 0 ? say('nothingFound') : say('found', { shown, total: first.totalItems });
}
