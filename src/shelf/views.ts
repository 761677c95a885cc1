/** Parts of the page that have addresses of their own, below the shelf's. */
export const VIEWS = ['loans', 'holds', 'search', 'settings'] as const;

/** By the id of its heading. */
export type View = (typeof VIEWS)[number];

/** The view that a path leads to; undefined for none. */
export function viewAt(path: string): View | undefined {
  return VIEWS.find((view) => path.replace(/\/$/, '').endsWith(`/${view}`));
}

/**
 * The address of the shelf's files, as seen from a page.
 * @param path of the page: the shelf's or one below it, with or without a slash at its end
 */
export function directoryFrom(path: string): string {
  const depth = path.slice(path.indexOf('/shelf') + 1).split('/').length - 1;
  if (depth === 0) return 'shelf/';
  return depth === 1 ? './' : '../'.repeat(depth - 1);
}
