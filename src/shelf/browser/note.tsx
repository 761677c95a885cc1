import type { VNode } from 'preact';
import { useShelf } from './shelf-context.js';

/** What was done, where it was done. Readers of screens hear it from the page's one status. */
export function Note({ at }: { readonly at: string }): VNode | null {
  const { note } = useShelf();
  return note?.at === at ? <p class="done">{note.message}</p> : null;
}
