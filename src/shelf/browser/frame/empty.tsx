import type { VNode } from 'preact';
import { useShelf } from '../shelf-context.js';
import { addressOf } from '../views.js';
import { say } from '../words/say.js';

/** A view with nothing in it yet: why, and the way on. */
export function Empty({ text }: { readonly text: string }): VNode {
  const { go } = useShelf();
  return (
    <div class="empty">
      <svg aria-hidden="true" viewBox="0 0 120 64">
        <path d="M6 58h108M20 58V18h14v40M34 58V26h12v32M52 57l12-40 13 4-11 37M84 58V34h16v24M27 26v8M40 33v6" />
      </svg>
      <p>{text}</p>
      <button class="primary" onClick={() => go(addressOf('search'))}>
        {say('search')}
      </button>
    </div>
  );
}
