import { useEffect, useState } from 'preact/hooks';
import type { Link, TitleRecord } from '../http/records.js';
import { useShelf } from '../shelf-context.js';

/** The title behind a link; undefined until it is there. */
export function useTitle(link: Link | undefined): TitleRecord | undefined {
  const { titles } = useShelf();
  const [title, setTitle] = useState<TitleRecord>();
  const href = link?.href;
  useEffect(() => {
    if (href === undefined) return;
    titles.find(href).then(setTitle, () => setTitle(undefined));
  }, [titles, href]);
  return title;
}
