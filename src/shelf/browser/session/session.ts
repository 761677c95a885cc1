/** Kept by the browser for this tab, until it is closed. Other tabs get it from this one: see `joinTabs`. */
const KEY = 'shelf';

export interface Session {
  readonly token: string;
  /** The page got the token for a card: signing out ends it. A token that was pasted stays good. */
  readonly isByCard: boolean;
}

export function storedSession(): Session | undefined {
  const stored = sessionStorage.getItem(KEY);
  return stored === null ? undefined : (JSON.parse(stored) as Session);
}

export function storeSession(session: Session): void {
  sessionStorage.setItem(KEY, JSON.stringify(session));
}

export function forgetSession(): void {
  sessionStorage.removeItem(KEY);
}
