import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ActionList } from '../actions/action-list.js';
import { ApiError } from '../http/api-client.js';
import type { NoticeChoice } from '../http/records.js';
import { device } from '../session/device.js';
import { Note } from '../note.js';
import { useShelf } from '../shelf-context.js';
import { say } from '../words/say.js';

/** How mail comes, and the actions that change it; nothing while it is not read, or where the service does not tell. */
export function NoticeChoiceSection(): VNode | null {
  const choice = useNoticeChoice();
  if (choice === undefined) return null;
  const { pushSubscriptions } = choice.links ?? {};
  return (
    <>
      <section aria-labelledby="mail">
        <h3 id="mail" tabIndex={-1}>
          {say('howMail')}
        </h3>
        <Note at="mail" />
        {choice.by === 'text' && <p>{say('mailByText')}</p>}
        {choice.by === 'both' && <p>{say('mailByBoth')}</p>}
        <p>{choice.daily ? say('mailDaily') : say('mailAtOnce')}</p>
        {choice.soon !== undefined && <p>{choice.soon ? say('mailSoon') : say('noMailSoon')}</p>}
        {choice.phone !== undefined && <p>{say('textsTo', { phone: choice.phone })}</p>}
        {choice.pendingPhone !== undefined && <p>{say('codeSent', { phone: choice.pendingPhone })}</p>}
        <ActionList isFlat of={{ actions: choice.actions }} focusAfter={['mail']} />
      </section>
      {pushSubscriptions && <DeviceSection href={pushSubscriptions.href} />}
    </>
  );
}

/** Filled by a script of its own, which few pages need. */
function DeviceSection({ href }: { readonly href: string }): VNode {
  const { client, patron } = useShelf();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const { patronId } = patron;
    const access = { patronId, href, reach: client.reach.bind(client), send: client.send.bind(client) };
    void device().then(({ show }) => place.current && show(place.current, access));
  }, [client, href]);
  return <section ref={place} />;
}

/** It is read whenever something was done. */
function useNoticeChoice(): NoticeChoice | undefined {
  const { client, patron, version } = useShelf();
  const [choice, setChoice] = useState<NoticeChoice>();
  const address = patron.links?.notices?.href;
  useEffect(() => {
    if (address === undefined) return;
    const reading = new AbortController();
    client.get<NoticeChoice>(address, reading.signal).then(setChoice, (error: unknown) => {
      if (!(error instanceof ApiError) && !reading.signal.aborted) throw error;
    });
    return () => reading.abort();
  }, [client, address, version]);
  return choice;
}
