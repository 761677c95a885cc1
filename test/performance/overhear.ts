import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** What a request says to the database, statement by statement: by name, or by its text when it has none. */
export interface SaidStatement {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

export type Listener = (statement: SaidStatement, client: pg.Client) => Promise<void> | void;

type Query = (this: pg.Client, ...parameters: unknown[]) => unknown;
type Callback = (error: Error | null, result?: pg.QueryResult) => void;

/** Says that it is the listener who speaks. */
const listening = new AsyncLocalStorage<true>();

/**
 * Calls `listener` for every statement on its way to the database through the driver, before it is sent, until the returned
 * function is called. What `listener` itself says is not heard. Statements keep their order, also where one is sent before
 * the last is answered.
 */
export function overhear(listener: Listener): () => void {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  const lastHeard = new WeakMap<pg.Client, Promise<void>>();
  prototype.query = function overheard(...parameters) {
    const statement = statementIn(parameters);
    if (statement === undefined || listening.getStore() === true) return query.apply(this, parameters);
    const heard = (lastHeard.get(this) ?? Promise.resolve()).then(() =>
      listening.run(true, () => listener(statement, this)),
    );
    lastHeard.set(
      this,
      heard.catch(() => undefined),
    );
    const callback = parameters.at(-1);
    if (typeof callback !== 'function') return heard.then(() => query.apply(this, parameters));
    heard.then(
      () => query.apply(this, parameters),
      (error: unknown) => (callback as Callback)(error as Error),
    );
    return undefined;
  };
  return () => {
    prototype.query = query;
  };
}

function statementIn([config, values]: unknown[]): SaidStatement | undefined {
  if (typeof config === 'string')
    return { name: undefined, text: config, values: Array.isArray(values) ? values : [] };
  const { name, text, values: own } = config as Partial<SaidStatement>;
  return text === undefined ? undefined : { name, text, values: own ?? [] };
}
