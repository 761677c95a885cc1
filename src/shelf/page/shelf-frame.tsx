import type { VNode } from 'preact';
import { BrandMark } from '../../platform/html/brand-mark.js';
import { Masthead, type Say, SearchBox } from '../frame/masthead.js';
import { type FirstFrame, firstViewOf } from '../frame/remembered.js';
import { AwaitedView } from '../frame/skeletons.js';
import type { View } from '../views.js';
import { catalogOf } from './catalogs.js';
import { brandOf, libraryIn } from './page-libraries.js';
import type { ShelfPage } from './page-parts.js';

/** Where the script shows the shelf: its frame is there before. */
export function ShelfFrame({ page }: { readonly page: ShelfPage }): VNode {
  const { ownAddresses, remembered, libraries } = page;
  const addresses = { 'data-own-addresses': ownAddresses.join(' ') };
  if (remembered === undefined) return <div id="shelf" {...addresses} />;
  const library = libraryIn(libraries, remembered);
  const { loans, holds } = remembered;
  const frame = { loans, holds, brand: library && brandOf(library) };
  return (
    <div id="shelf" {...addresses} data-frame={JSON.stringify(frame)}>
      <Frame page={page} frame={frame} />
    </div>
  );
}

/** As the script shows it until everything is read. */
function Frame({ page, frame }: { readonly page: ShelfPage; readonly frame: FirstFrame }): VNode {
  const { language, directory, query } = page;
  const { sentences } = catalogOf(language.code);
  const say: Say = (name) => sentences[name];
  const view = page.view ?? firstViewOf(frame);
  const written = (count: number): string => (count > 0 ? count.toLocaleString(language.tag) : '');
  const linkTo = (to: View): object => ({
    href: directory + to + query,
    'aria-current': to === view ? 'page' : undefined,
  });
  return (
    <div class="page">
      <Masthead
        say={say}
        view={view}
        brand={frame.brand && <BrandMark {...frame.brand} />}
        linkTo={linkTo}
        counts={{ loans: written(frame.loans), holds: written(frame.holds) }}
      >
        <SearchBox say={say} id="search-form" />
      </Masthead>
      <p class="said" role="status" />
      <main>
        <AwaitedView say={say} view={view} frame={frame} />
      </main>
    </div>
  );
}
