import type { IncomingMessage } from 'node:http';

/** Health checks and scrapes come every few seconds, and say nothing new while all is well. */
export function isProbe({ url = '' }: IncomingMessage): boolean {
  return /^\/(?:health\/|metrics$)/.test(url);
}
