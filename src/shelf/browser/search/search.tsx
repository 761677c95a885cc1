import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { textsIn } from '../form-texts.js';
import { ApiError } from '../http/api-client.js';
import { expand } from '../http/addresses.js';
import type { Link, SearchResult } from '../http/records.js';
import { Note } from '../note.js';
import { useShelf } from '../shelf-context.js';
import { ProductCard } from './product-card.js';

const PAGE = '12';

/** A search by the template in the patron information, and its pages by their links. */
export function Search({ template }: { readonly template: Link }): VNode {
  const { client, version, announce } = useShelf();
  const [address, setAddress] = useState<string>();
  const [result, setResult] = useState<SearchResult>();
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    if (address === undefined) return;
    client.get<SearchResult>(address).then(
      (found) => {
        setResult(found);
        setProblem(undefined);
      },
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        setProblem(error.message);
      },
    );
  }, [client, address, version]);
  useEffect(() => {
    if (result !== undefined) announce(howMany(result));
  }, [result?.links?.self?.href]);

  const search = (event: SubmitEvent): void => {
    event.preventDefault();
    const asked = textsIn(event.currentTarget as HTMLFormElement);
    setAddress(expand(template.href, { ...asked, limit: PAGE }));
  };
  return (
    <section aria-labelledby="search">
      <h2 id="search" tabIndex={-1}>
        Search
      </h2>
      <Note at="search" />
      <form class="search" role="search" onSubmit={search}>
        <label class="field">
          <span>Title, author or subject</span>
          <input name="keyword" type="search" />
        </label>
        {template.href.includes('{availability}') && (
          <label class="check">
            <input name="availability" value="true" type="checkbox" /> Only what is free now
          </label>
        )}
        <button class="primary">Search</button>
      </form>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {result !== undefined && <Results result={result} onPage={setAddress} />}
    </section>
  );
}

interface ResultsProps {
  readonly result: SearchResult;
  readonly onPage: (href: string) => void;
}

function Results({ result, onPage }: ResultsProps): VNode {
  const { prev, next } = result.links ?? {};
  return (
    <>
      <p class="quiet">{howMany(result)}</p>
      <ul class="cards">
        {result.products.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
      <div class="buttons">
        {prev && <button onClick={() => onPage(prev.href)}>Earlier titles</button>}
        {next && <button onClick={() => onPage(next.href)}>More titles</button>}
      </div>
    </>
  );
}

function howMany({ totalItems, offset, products }: SearchResult): string {
  if (totalItems === 0) return 'Nothing was found.';
  return `Titles ${offset + 1} to ${offset + products.length} of ${totalItems}.`;
}
