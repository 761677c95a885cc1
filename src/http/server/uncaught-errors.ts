import {
  forgetRequestInProgress,
  requestInProgress,
} from '../../platform/observability/request-in-progress.js';

/**
 * Cuts the connection of the request that caused an uncaught error, unless it was answered, so that the error ends this request and not the process.
 * @returns false if it belongs to no request
 */
export function cutRequestOfUncaughtError(): boolean {
  const request = requestInProgress();
  forgetRequestInProgress();
  if (request?.response.closed === false) request.socket.destroy();
  return request !== undefined;
}
