import type { Session } from './session.js';

/** What the tabs of one browser tell each other. Nothing is kept: the session ends with the last tab. */
type Message =
  | { readonly kind: 'who is signed in?' }
  | { readonly kind: 'signed in'; readonly session: Session }
  | { readonly kind: 'signed out'; readonly token: string; readonly reason: string };

interface Tabs {
  readonly signedIn: (session: Session) => void;
  readonly signedOut: (session: Session, reason: string) => void;
}

interface OwnTab {
  readonly session: () => Session | undefined;
  readonly onSignedIn: (session: Session) => void;
  readonly onSignedOut: (reason: string) => void;
}

/** A tab without a session gets that of another one; to sign out of one is to sign out of all. */
export function joinTabs(name: string, { session, onSignedIn, onSignedOut }: OwnTab): Tabs {
  const channel = new BroadcastChannel(name);
  const send = (message: Message): void => channel.postMessage(message);
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    const own = session();
    if (data.kind === 'who is signed in?' && own !== undefined) send({ kind: 'signed in', session: own });
    if (data.kind === 'signed in' && own === undefined) onSignedIn(data.session);
    if (data.kind === 'signed out' && own?.token === data.token) onSignedOut(data.reason);
  });
  if (session() === undefined) send({ kind: 'who is signed in?' });
  return {
    signedIn: (own) => send({ kind: 'signed in', session: own }),
    signedOut: ({ token }, reason) => send({ kind: 'signed out', token, reason }),
  };
}
