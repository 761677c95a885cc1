const SEPARATORS = [',', ';', '\t', '|'];
/** Titles may stand above the header. */
const LINES_READ = 20;

/** Finds the separator by its number in most lines. */
export function separatorOf(start: string): string {
  const named = /^sep=([,;\t|])\s/i.exec(start)?.[1];
  if (named !== undefined) return named;
  const lines = start
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]+/, LINES_READ + 1)
    .filter((line) => line !== '')
    .slice(0, LINES_READ);
  const scored = SEPARATORS.map((separator) => {
    const counts = lines.map((line) => line.split(separator).length - 1).filter((count) => count > 0);
    const usual = Math.max(0, ...counts.map((count) => counts.filter((each) => each === count).length));
    const most = counts.find((count) => counts.filter((each) => each === count).length === usual) ?? 0;
    return { separator, usual, most };
  });
  const [best] = scored.toSorted((one, other) => other.usual - one.usual || other.most - one.most);
  return best?.separator ?? ',';
}
