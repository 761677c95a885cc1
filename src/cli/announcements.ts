import { pino } from 'pino';
import { lineByLine, withoutValues } from '../platform/observability/log-lines.js';

const log = pino({ serializers: { err: withoutValues } }, lineByLine());

/**
 * Reports about the program itself, at any `LOG_LEVEL`: at a terminal as `text`, otherwise each of the `facts` as a log line. Only `text` may
 * contain tokens.
 */
export function announce(facts: readonly string[], text = facts.join('\n')): void {
  if (process.stdout.isTTY) console.log(text);
  else for (const fact of facts) log.info(fact);
}

/** Reports something that an operator should look at, at any `LOG_LEVEL`. */
export function announceWarning(text: string): void {
  if (process.stdout.isTTY) console.error(text);
  else log.warn(text);
}

/** Reports why the service ends. `explanation` is enough for the user; without it, the log gets the error's kind and stack. */
export function announceFailure(error: unknown, explanation: string | undefined): void {
  if (process.stdout.isTTY) console.error(explanation ?? error);
  else if (explanation !== undefined) log.fatal(explanation);
  else log.fatal({ err: error }, 'Holdfast has ended unexpectedly.');
}

/**
 * Ends the process at an uncaught error or a rejected promise, whose unfinished work is unknown.
 * @param cutRequest ends the request that the error belongs to, and returns false if it belongs to none. The process goes on if a request was
 *   ended
 */
export function endAtUncaughtErrors(cutRequest: () => boolean): void {
  process.on('uncaughtException', (error) => {
    if (cutRequest()) {
      log.error({ err: error }, 'A request was cut: nothing has caught its error.');
      return;
    }
    announceFailure(error, undefined);
    process.exit(1);
  });
}

/** Turns the warnings that Node itself would write as text into log lines. */
export function logWarnings(): void {
  if (process.stdout.isTTY) return;
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    log.warn({ err: warning }, 'Node warns.');
  });
  // The job runner prints an error as text, with its values, before it logs it.
  console.trace = () => undefined;
}
