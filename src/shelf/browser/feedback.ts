import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { Resource } from './http/records.js';
import type { NoteAt, Shelf } from './shelf-context.js';
import type { View } from '../views.js';

interface Feedback extends Pick<Shelf, 'announce' | 'note' | 'begin' | 'finish' | 'isSpent'> {
  /** What readers of screens hear. */
  readonly said: string;
}

/**
 * What was done is told where it was done, and once.
 * @param read reads everything again; false if that failed, which the page then says by itself
 */
export function useFeedback(read: () => Promise<boolean>, show: (view: View) => void): Feedback {
  const [said, announce] = useState('');
  const [note, setNote] = useState<NoteAt>();
  const spent = useMemo(() => new WeakSet<Resource>(), []);
  const tellAt = useFocus((at, message) => setNote({ at, message }));
  const begin = (): void => {
    setNote(undefined);
    announce('');
  };
  const finish: Shelf['finish'] = async (message, focusOn, done, view) => {
    if (done !== undefined) spent.add(done);
    const isRead = await read();
    // Nothing was done but to read, and that failed.
    if (!isRead && done === undefined) return;
    announce(message);
    if (view !== undefined) show(view);
    if (focusOn.length > 0) tellAt(message, focusOn);
  };
  return { said, announce, note, begin, finish, isSpent: (resource) => spent.has(resource) };
}

/** Once the page shows what was read: tells it at the first of some elements that is there, and moves the focus to that. */
function useFocus(
  onFound: (at: string | undefined, message: string) => void,
): (message: string, ids: readonly string[]) => void {
  const [wanted, setWanted] = useState<{ readonly message: string; readonly ids: readonly string[] }>();
  useLayoutEffect(() => {
    if (wanted === undefined) return;
    const found = wanted.ids.map((id) => document.getElementById(id)).find((element) => element !== null);
    onFound(found?.id, wanted.message);
    found?.focus();
    // On a phone the whole card is to be seen, not only its heading.
    found?.closest('article')?.scrollIntoView({ block: 'nearest' });
    setWanted(undefined);
  }, [wanted]);
  return (message, ids) => setWanted({ message, ids });
}
