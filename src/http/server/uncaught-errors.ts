import {
  forgetRequestInProgress,
  requestInProgress,
} from '../../platform/observability/request-in-progress.js';

/**
 * For an error that nothing has caught: cuts the connection of the request that it belongs to, unless that was answered. So
 * it ends this request and not the process.
 * @returns false if it belongs to no request
 */
export function cutRequestOfUncaughtError(): boolean {
  const request = requestInProgress();
  forgetRequestInProgress();
  if (request?.response.closed === false) request.socket.destroy();
  return request !== undefined;
}
