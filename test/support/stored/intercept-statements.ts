import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** A statement that the service sends to the database. Its name is undefined if it is not prepared. */
export interface SentStatement {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

export type Listener = (statement: SentStatement, client: pg.Client) => Promise<void> | void;

type Query = (this: pg.Client, ...parameters: unknown[]) => unknown;
type Callback = (error: Error | null, result?: pg.QueryResult) => void;

/** Set while a listener runs, whose own statements are not intercepted. */
const listening = new AsyncLocalStorage<true>();

/**
 * Calls `listener` before the driver sends a statement, without those that `listener` itself sends. Statements keep their
 * order, even if the service sends one before the answer to the last.
 * @returns a function that ends the interception
 */
export function interceptStatements(listener: Listener): () => void {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  const lastIntercepted = new WeakMap<pg.Client, Promise<void>>();
  prototype.query = function intercepted(...parameters) {
    const statement = statementIn(parameters);
    if (statement === undefined || listening.getStore() === true) return query.apply(this, parameters);
    const listened = (lastIntercepted.get(this) ?? Promise.resolve()).then(() =>
      listening.run(true, () => listener(statement, this)),
    );
    lastIntercepted.set(
      this,
      listened.catch(() => undefined),
    );
    const callback = parameters.at(-1);
    if (typeof callback !== 'function') return listened.then(() => query.apply(this, parameters));
    listened.then(
      () => query.apply(this, parameters),
      (error: unknown) => (callback as Callback)(error as Error),
    );
    return undefined;
  };
  return () => {
    prototype.query = query;
  };
}

function statementIn([config, values]: unknown[]): SentStatement | undefined {
  if (typeof config === 'string')
    return { name: undefined, text: config, values: Array.isArray(values) ? values : [] };
  const { name, text, values: own } = config as Partial<SentStatement>;
  return text === undefined ? undefined : { name, text, values: own ?? [] };
}
