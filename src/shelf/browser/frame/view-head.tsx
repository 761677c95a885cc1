import type { VNode } from 'preact';
import { Note } from '../note.js';
import { useShelf } from '../shelf-context.js';
import type { View } from '../../views.js';
import { say } from '../words/say.js';

interface ViewHeadProps {
  readonly view: View;
  readonly name: string;
  /** The view shows what can change by itself. */
  readonly canRefresh?: boolean;
}

/** The heading of a view, to which the focus moves when the view is shown. */
export function ViewHead({ view, name, canRefresh = false }: ViewHeadProps): VNode {
  const { refresh, isReading } = useShelf();
  return (
    <>
      <div class="head">
        <h2 id={view} tabIndex={-1}>
          {name}
        </h2>
        {canRefresh && (
          <button class="quiet-button" aria-disabled={isReading} onClick={refresh}>
            {isReading ? say('reading') : say('refresh')}
          </button>
        )}
      </div>
      <Note at={view} />
    </>
  );
}
