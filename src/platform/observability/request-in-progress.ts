import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface RequestInProgress {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
}

/** One for all who ask, because each storage costs every promise of a request something. */
const inProgress = new AsyncLocalStorage<RequestInProgress | undefined>();

/** Runs the handlers of a request, which is then in progress for all that they do, also in promises and timers. */
export function runForRequest(request: RequestInProgress, handle: () => void): void {
  inProgress.run(request, handle);
}

/** The request for which code runs now; undefined if for none. */
export function requestInProgress(): RequestInProgress | undefined {
  return inProgress.getStore();
}

/** After an error that nothing has caught: it has left its stack, and with it the place where Node would put the former value back. */
export function forgetRequestInProgress(): void {
  inProgress.enterWith(undefined);
}
