import { useRef, useState } from 'preact/hooks';
import { ApiError } from '../http/api-client.js';

type Work = (signal: AbortSignal) => Promise<void>;

interface Request {
  readonly isBusy: boolean;
  readonly problem: ApiError | undefined;
  /**
   * Carries out one request at a time: what is asked for meanwhile, as by a double click, is left out.
   * @param replaces gives up the one that is under way instead
   */
  readonly run: (work: Work, replaces?: boolean) => Promise<void>;
  /** Carries out once more what was asked for last. */
  readonly again: () => Promise<void>;
  /** Waits no longer for the answer. */
  readonly cancel: () => void;
}

/** A request that the patron has asked for, and waits for. */
export function useRequest(): Request {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError>();
  const current = useRef<AbortController | undefined>(undefined);
  const latest = useRef<Work>(() => Promise.resolve());
  const run: Request['run'] = async (work, replaces = false) => {
    if (current.current !== undefined && !replaces) return;
    latest.current = work;
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    setProblem(undefined);
    setBusy(true);
    try {
      await work(controller.signal);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (current.current === controller) setProblem(error);
    } finally {
      if (current.current === controller) {
        current.current = undefined;
        setBusy(false);
      }
    }
  };
  return { isBusy, problem, run, again: () => run(latest.current), cancel: () => current.current?.abort() };
}
