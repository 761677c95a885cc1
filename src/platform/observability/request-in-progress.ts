import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface RequestInProgress {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
}

/** Shared by all users, because each storage slows down every promise of a request. */
const inProgress = new AsyncLocalStorage<RequestInProgress | undefined>();

/** Runs the handlers of a request, which is then in progress for all that they do, including promises and timers. */
export function runForRequest(request: RequestInProgress, handle: () => void): void {
  inProgress.run(request, handle);
}

/** The request for which the code runs; undefined if for none. */
export function requestInProgress(): RequestInProgress | undefined {
  return inProgress.getStore();
}

/** Called after an uncaught error, which skips the place where Node would restore the former value. */
export function forgetRequestInProgress(): void {
  inProgress.enterWith(undefined);
}
