/** Splits the items, in order, into chunks of at most `size`. */
export function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  const number = Math.ceil(items.length / size);
  return Array.from({ length: number }, (_, index) => items.slice(index * size, (index + 1) * size));
}
