/** What the tests use of processes.mjs. */
export function startHelper(module: string): {
  ask(request: object): Promise<object>;
  stop(): Promise<void>;
};
