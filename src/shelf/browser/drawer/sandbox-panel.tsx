import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useShelf } from '../shelf-context.js';
import { moment } from '../times.js';
import { say } from '../words/say.js';
import type { Clock, Sandbox, WrittenMail } from './sandbox.js';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** What the clock's buttons add. */
const DAYS_ON = [1, 3, 7, 21];

/** In seconds; null sets the clock right again. */
function moves(): (readonly [label: string, seconds: number | null])[] {
  return [
    [say('hoursOn', { count: 1 }), HOUR],
    ...DAYS_ON.map((count) => [say('daysOn', { count }), count * DAY] as const),
    [say('now'), null],
  ];
}

/** A worker writes mails some moments after what caused them. */
const LOOK_AGAIN_MS = 3000;

interface PanelProps {
  readonly sandbox: Sandbox;
  readonly token: string;
  readonly clock: Clock | undefined;
  readonly onClock: (clock: Clock) => void;
}

export function SandboxPanel({ sandbox, token, clock, onClock }: PanelProps): VNode {
  const { finish, announce } = useShelf();
  const move = async (seconds: number | null): Promise<void> => {
    try {
      const moved = await sandbox.moveClock(seconds, token);
      onClock(moved);
      await finish(say('clockShows', { time: moment(moved.now) }), []);
    } catch (error) {
      announce(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <section aria-labelledby="clock">
      <h3 id="clock">{say('clock')}</h3>
      <p>{clock === undefined ? '…' : moment(clock.now)}</p>
      <div class="buttons">
        {moves().map(([label, seconds]) => (
          <button key={label} onClick={() => move(seconds)}>
            {label}
          </button>
        ))}
      </div>
      {sandbox.readMails && <Mails read={sandbox.readMails} />}
    </section>
  );
}

function Mails({ read }: { readonly read: () => Promise<readonly WrittenMail[]> }): VNode {
  const [mails, setMails] = useState<readonly WrittenMail[]>([]);
  useEffect(() => {
    // What cannot be read now can be read the next time.
    const look = (): void => void read().then(setMails, () => undefined);
    look();
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [read]);
  return (
    <>
      <h3>{say('mails')}</h3>
      {mails.length === 0 && <p class="quiet">{say('noMails')}</p>}
      <ul class="plain mails">
        {mails.map(({ writtenAt, to, subject, text }) => (
          <li key={`${writtenAt} ${to} ${subject}`}>
            <details>
              <summary>
                {subject} <span class="quiet">{to}</span>
              </summary>
              <pre tabIndex={0} aria-label={subject}>
                {text}
              </pre>
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}
