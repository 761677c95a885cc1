/** How long work may go on in one turn of the event loop, all of it together. Requests that come meanwhile wait as long. */
const TURN_MS = 10;

/** Undefined: nothing long has gone on in this turn yet. */
let begunAt: number | undefined;
const waiting: (() => void)[] = [];

/** The same items. Whoever works long on them lets requests, and the like of itself, have their turn in between. */
export async function* inTurns<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncGenerator<Item> {
  for await (const item of items) {
    if (isTurnOver()) await nextTurn();
    yield item;
  }
}

function isTurnOver(): boolean {
  if (begunAt === undefined) begin();
  return performance.now() - (begunAt ?? 0) >= TURN_MS;
}

function begin(): void {
  begunAt = performance.now();
  setImmediate(() => (begunAt = undefined));
}

/** Of all that wait, one goes on in each turn. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(resumeFirst);
  });
}

function resumeFirst(): void {
  begin();
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resumeFirst);
}
