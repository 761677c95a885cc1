import { errorOf, parsed } from '../http/api-client.js';

/** The clock and the mails of a sandbox on the reader's own machine. The page's HTML says where they are. */
export interface Sandbox {
  /** @throws ApiError */
  readClock(): Promise<Clock>;
  /** The patron's token lives as much longer. Null sets the clock right again. @throws ApiError */
  moveClock(seconds: number | null, token: string): Promise<Clock>;
  /** The address of the documentation. */
  readonly docs: string;
  /** Undefined where a mail server gets the mails. @throws ApiError */
  readonly readMails: (() => Promise<readonly WrittenMail[]>) | undefined;
}

export interface Clock {
  readonly now: string;
  readonly aheadSeconds: number;
}

export interface WrittenMail {
  readonly writtenAt: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** @returns undefined if there is no such sandbox */
export function sandboxIn(page: Document): Sandbox | undefined {
  const [clock, mails] = ['sandbox-clock', 'sandbox-mails'].map((id) => page.getElementById(id));
  const docs = page.getElementById('docs');
  if (!(clock instanceof HTMLFormElement) || !(docs instanceof HTMLAnchorElement)) return undefined;
  return {
    docs: docs.href,
    readClock: () => ask<Clock>(clock.action),
    moveClock: (seconds, token) =>
      ask<Clock>(clock.action, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify(seconds === null ? { reset: true } : { advanceSeconds: seconds }),
      }),
    readMails:
      mails instanceof HTMLFormElement
        ? async () => (await ask<{ mails: WrittenMail[] }>(mails.action)).mails
        : undefined,
  };
}

async function ask<Answer>(address: string, request?: RequestInit): Promise<Answer> {
  const response = await fetch(address, request);
  const answer = parsed(await response.text());
  if (!response.ok) throw errorOf(response, answer);
  return answer as Answer;
}
