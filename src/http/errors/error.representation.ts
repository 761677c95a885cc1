import type { ErrorCode } from '../../domain/errors.js';

/** The one body of every error. */
export interface ErrorRecord {
  readonly errorCode: ErrorCode;
  /** For people: it names the field and what is allowed. */
  readonly message: string;
  /**
   * The request's id, as in `X-Request-Id` and in the service's log.
   * @format uuid
   * @example "30322a8f-c06b-4d6a-a0f0-1868fbf3b477"
   */
  readonly token: string;
}
