import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { asCurl, type Exchange } from '../http/exchange.js';
import { useShelf } from '../shelf-context.js';
import { milliseconds as inMilliseconds, say } from '../words/say.js';

/** One request with its answer, which is written out when it is looked at. */
export function ExchangeItem({ exchange }: { readonly exchange: Exchange }): VNode {
  const { method, url, status, milliseconds } = exchange;
  const [isOpen, setOpen] = useState(false);
  const { pathname, search } = new URL(url);
  return (
    <details
      class={status !== undefined && status < 400 ? 'exchange' : 'exchange failed'}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <span class="method">{method}</span> <span class="path">{pathname + search}</span>{' '}
        <span class="status">{status ?? say('unanswered')}</span>{' '}
        <span class="quiet">{inMilliseconds(milliseconds)}</span>
      </summary>
      {isOpen && <Written exchange={exchange} />}
    </details>
  );
}

function Written({ exchange }: { readonly exchange: Exchange }): VNode {
  const { sent, headers, received } = exchange;
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <Curl exchange={exchange} />
      {sent !== undefined && <Json label={say('request')} text={pretty(sent)} />}
      <Json label={say('answer')} text={[...lines, '', pretty(received)].join('\n').trim()} />
    </>
  );
}

function Json({ label, text }: { readonly label: string; readonly text: string }): VNode {
  return (
    <>
      <h4>{label}</h4>
      <pre role="group" tabIndex={0} aria-label={label}>
        {text}
      </pre>
    </>
  );
}

function pretty(body: unknown): string {
  return body === undefined ? '' : JSON.stringify(body, null, 2);
}

function Curl({ exchange }: { readonly exchange: Exchange }): VNode {
  const { announce } = useShelf();
  const shown = useRef<HTMLPreElement>(null);
  const [isShown, setShown] = useState(false);
  const command = asCurl(exchange);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(command);
      announce(say('copied'));
    } catch {
      // Over plain HTTP browsers have no clipboard: the reader copies it from here.
      setShown(true);
      shown.current?.focus();
    }
  };
  return (
    <>
      <button onClick={copy}>{say('copyAsCurl')}</button>
      <pre ref={shown} role="group" hidden={!isShown} tabIndex={0} aria-label={say('command')}>
        {command}
      </pre>
    </>
  );
}
