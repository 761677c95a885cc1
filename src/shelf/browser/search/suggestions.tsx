import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Skeletons } from '../../frame/skeletons.js';
import { expand } from '../http/addresses.js';
import { useShelf } from '../shelf-context.js';
import { addressOf, type SearchParameters } from '../views.js';
import { say, textFor } from '../words/say.js';
import { type FoundPage, readPage } from './availability.js';
import { ProductCard } from './product-card.js';

/** What the library has, by what one comes for: each is a search. */
const ROWS = {
  free: { keyword: '', sort: 'popularity:desc', availability: 'true' },
  newest: { keyword: '', sort: 'dateadded:desc' },
  popular: { keyword: '', sort: 'popularity:desc' },
} as const satisfies Readonly<Record<string, SearchParameters>>;

type RowName = keyof typeof ROWS;

const IN_A_ROW = '6';

/** Where there is nothing yet: titles to begin with, without a search. They are shown together, or not at all. */
export function Suggestions({ rows }: { readonly rows: readonly RowName[] }): VNode | null {
  const { client, patron, version } = useShelf();
  const [found, setFound] = useState<readonly FoundPage[]>();
  const template = patron.linkTemplates?.search?.href;
  useEffect(() => {
    if (template === undefined) return;
    const addresses = rows.map((row) => expand(template, { ...ROWS[row], limit: IN_A_ROW }));
    Promise.all(addresses.map((each) => readPage(client, patron, each))).then(setFound, () => setFound([]));
  }, [client, template, version]);
  if (template === undefined) return null;
  if (found === undefined) return <Skeletons />;
  return (
    <>
      {rows.map((row, index) => (
        <Row key={row} row={row} page={found[index]} />
      ))}
    </>
  );
}

function Row({ row, page }: { readonly row: RowName; readonly page: FoundPage | undefined }): VNode | null {
  const { go } = useShelf();
  if (page === undefined || page.products.length === 0) return null;
  const id = `row-${row}`;
  return (
    <section aria-labelledby={id}>
      <div class="head row">
        <h3 id={id}>{row === 'free' ? say('freeNow') : textFor('orders', ROWS[row].sort)}</h3>
        {page.links?.next && (
          <button class="quiet-button" onClick={() => go(addressOf('search', ROWS[row]))}>
            {say('moreTitles')}
          </button>
        )}
      </div>
      <ul class="cards">
        {page.products.map((product) => (
          <li key={product.id}>
            <ProductCard
              place={row}
              product={product}
              found={page.availability.get(product.id)}
              others={page.others.get(product.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
