/** The time that all long work together may take in one turn of the event loop. Requests wait as long. */
const TURN_MS = 10;

/** Undefined until long work has begun in this turn. */
let begunAt: number | undefined;
const waiting: (() => void)[] = [];

/** Passes the items on, and lets requests and other long work take their turns between them. */
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

/** One of the waiting works continues in each turn. */
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
