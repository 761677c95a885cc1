import type { VNode } from 'preact';
import { Home, Page, type PageLibrary } from '../console/layout.js';

/** The bar, a button and a link of the shelf with a library's logo and color, in the light and in the dark. Nothing in it can be used. */
export function ShelfLookPage(library: PageLibrary): VNode {
  return (
    <Page title="The shelf" color={library.color}>
      {['light', 'dark'].map((scheme) => (
        <div key={scheme} class={`shelf-look ${scheme}`} inert>
          <div class="bar">
            <div class="top-line">
              <Home library={library} />
            </div>
          </div>
          <div class="card">
            <p>
              <a href="#title">Frankenstein; or, The Modern Prometheus</a>
            </p>
            <button type="button">Place a hold</button>
          </div>
        </div>
      ))}
    </Page>
  );
}
