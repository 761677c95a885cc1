/** So many fit into the picture of a line on a telephone. */
const MAX_PEOPLE = 15;

/** People at the ends of a long line, and on either side of mine. */
const BESIDE = 2;

/** The places to draw, from the front: `undefined` stands for those left out between two of them. */
export function placesToDraw(place: number, length: number): (number | undefined)[] {
  const all = Array.from({ length }, (_, index) => index + 1);
  if (length <= MAX_PEOPLE) return all;
  const drawn = all.filter(
    (each) => each <= BESIDE || each > length - BESIDE || Math.abs(each - place) <= BESIDE,
  );
  return drawn.flatMap((each, index) => {
    const isNext = index === 0 || each === (drawn[index - 1] ?? 0) + 1;
    return isNext ? [each] : [undefined, each];
  });
}
