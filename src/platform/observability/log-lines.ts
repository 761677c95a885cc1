import { destination } from 'pino';

let output: ReturnType<typeof destination> | undefined;

/**
 * Buffers lines for at most 0.1 s, and writes the rest when the process ends. One system call per line would be a tenth of the work of a short
 * request.
 */
export function standardOutput(): ReturnType<typeof destination> {
  output ??= losingLines(
    destination({ fd: 1, sync: false, minLength: 4_096, periodicFlush: 100, maxLength: MAX_UNWRITTEN_LINES }),
  );
  return output;
}

/** Writes each line at once: for the few lines about the program itself, including its last one. */
export function lineByLine(): ReturnType<typeof destination> {
  return losingLines(destination({ fd: 1, sync: true }));
}

/** In characters. While nothing can be written, further lines are dropped, so that memory does not run out. */
const MAX_UNWRITTEN_LINES = 4 * 1024 * 1024;

/** Keeps the service running if its log cannot be written, for example on a full disk, and lets it end. */
function losingLines<Output extends ReturnType<typeof destination>>(lines: Output): Output {
  let isLost = false;
  lines.on('error', () => {
    isLost = true;
  });
  lines.on('write', () => {
    isLost = false;
  });
  const flush = lines.flushSync.bind(lines);
  // The original retries what a full disk refuses forever, so the process would never end.
  lines.flushSync = () => {
    if (!isLost) flush();
  };
  return lines;
}

/** An error's class, code and stack, and the class and code of its causes. Its message and other members may quote a row or a request. */
export function withoutValues(error: unknown): object {
  if (!(error instanceof Error)) return { kind: typeof error };
  const at = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { ...kindOf(error), at, ...causeOf(error) };
}

/** Deep enough for the errors of the database, Prisma and the mail server; causes may form a circle. */
const MAX_CAUSES = 4;

function causeOf({ cause }: Error, depth = 1): object {
  if (!(cause instanceof Error) || depth > MAX_CAUSES) return {};
  return { cause: { ...kindOf(cause), ...causeOf(cause, depth + 1) } };
}

function kindOf(error: Error): object {
  const code: unknown = 'code' in error ? error.code : undefined;
  // The driver names its errors 'error'.
  const kind = /^[A-Z]/.test(error.name) ? error.name : error.constructor.name;
  return { kind, ...(typeof code === 'string' && { code }) };
}
