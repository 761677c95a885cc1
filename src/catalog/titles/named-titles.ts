import { names, type TitleId } from '../../domain/titles/title-id.js';
import type { TitleFacts } from './title-facts.store.js';

/** The found titles in the order in which the request names them, each once. */
export function inNamedOrder<Title extends TitleFacts>(
  named: readonly TitleId[],
  titles: readonly Title[],
): Title[] {
  return [...new Set(named.flatMap((id) => titles.find((title) => names(id, title)) ?? []))];
}

/** The two parameters by which statements name titles. */
export function identifiersOf(titles: readonly TitleId[]): [reserveIds: string[], crossRefIds: number[]] {
  return [
    titles.flatMap((title) => (title.kind === 'reserveId' ? [title.reserveId] : [])),
    titles.flatMap((title) => (title.kind === 'crossRefId' ? [title.crossRefId] : [])),
  ];
}
