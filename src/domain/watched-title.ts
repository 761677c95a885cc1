/** What may be told of a watched title: a copy is free and nobody waits; the library has bought it; the library no longer has it. */
export type WatchNews = 'watched-free' | 'watched-bought' | 'watched-gone';

/** A patron who watches a title, and its copies that the patron may use. */
export interface Watcher {
  readonly patronId: number;
  /** By mail or by text message; otherwise the patron is told nothing. */
  readonly canBeTold: boolean;
  /** The library owned some, as far as the patron was told. */
  readonly wasOwned: boolean;
  readonly isOwned: boolean;
  readonly free: number;
  /** Of a free copy, or that the title was bought, within the last 24 hours. */
  readonly isTold: boolean;
}

/** Of the title itself. */
export interface WatchedQueue {
  /** The watchers who were told within the last 24 hours. */
  readonly told: number;
  readonly somebodyWaits: boolean;
}

/**
 * Who is told what. Of a free copy, one watcher is told a day: all of them would come for one copy.
 * @param watchers in the order in which they are told
 */
export function newsFor<Each extends Watcher>(
  watchers: readonly Each[],
  { told, somebodyWaits }: WatchedQueue,
): (readonly [Each, WatchNews])[] {
  let tellings = told;
  return watchers.flatMap((each): (readonly [Each, WatchNews])[] => {
    const { isOwned, wasOwned, canBeTold, isTold, free } = each;
    if (!canBeTold) return [];
    if (!isOwned) return wasOwned ? [[each, 'watched-gone']] : [];
    const isNews = !wasOwned || (!somebodyWaits && !isTold && free > tellings);
    if (!isNews) return [];
    tellings += 1;
    return [[each, wasOwned ? 'watched-free' : 'watched-bought']];
  });
}
