import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface RequestInProgress {
  readonly response: ServerResponse;
  readonly socket: Socket;
}

/** The request for which code runs now, also in its promises and timers. */
const inProgress = new AsyncLocalStorage<RequestInProgress | undefined>();

/** Runs the handlers of a request, so that an error which nothing catches ends this request and not the process. */
export function runForRequest(request: RequestInProgress, handle: () => void): void {
  inProgress.run(request, handle);
}

/**
 * For an error that nothing has caught: cuts the connection of the request that it belongs to, unless that was answered.
 * @returns false if it belongs to no request
 */
export function cutRequestOfError(): boolean {
  const request = inProgress.getStore();
  // The error has left its stack, and with it the place where Node would have put the former value back.
  inProgress.enterWith(undefined);
  if (request?.response.closed === false) request.socket.destroy();
  return request !== undefined;
}
