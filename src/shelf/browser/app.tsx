import type { VNode } from 'preact';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { Drawer } from './drawer/drawer.js';
import type { Clock, Sandbox } from './drawer/sandbox.js';
import { SandboxPanel } from './drawer/sandbox-panel.js';
import { useFeedback } from './feedback.js';
import { Holds } from './holds/holds.js';
import { ApiClient } from './http/api-client.js';
import type { Exchange } from './http/exchange.js';
import { LendingPeriods } from './loans/lending-periods.js';
import { Loans } from './loans/loans.js';
import { Search } from './search/search.js';
import { ReadProblemNotice } from './read-problem.js';
import { type Shelf, ShelfContext } from './shelf-context.js';
import { StandingNotice } from './standing-notice.js';
import { Titles } from './titles/titles.js';
import { type PatronData, usePatron } from './use-patron.js';
import { addressOf, showView, useAddress, useView, type View } from './views.js';
import { say } from './words/say.js';

const MAX_EXCHANGES = 60;
const DRAWER_BUTTON = 'drawer-button';

interface AppProps {
  readonly token: string;
  /** The patron has just signed in: the focus moves from the form into the shelf. */
  readonly isNew: boolean;
  readonly ownAddresses: readonly string[];
  /** Where the service is, as the browser reaches it, without a slash at its end. */
  readonly base: string;
  /** The address of the documentation. */
  readonly docs: string;
  readonly sandbox: Sandbox | undefined;
  /** With the reason, unless the patron asked for it. */
  readonly onSignOut: (reason?: string) => void;
}

/** The shelf of a patron who is signed in. */
export function App({ token, isNew, ownAddresses, base, docs, sandbox, onSignOut }: AppProps): VNode {
  const drawer = useDrawer();
  const { clock, setClock, now } = useClock(sandbox);
  const { client, exchanges } = useClient(token, ownAddresses, base);
  const { things, problem, isReading, read } = usePatron(client, base, onSignOut);
  const template = things?.patron.linkTemplates?.metadata?.href;
  const titles = useMemo(() => new Titles(client, template), [client, template]);
  const isThere = things !== undefined;
  const { said, announce, note, begin, finish, isSpent } = useFeedback(read);
  const refresh = async (): Promise<void> => {
    begin();
    if (!isReading) await finish(say('everythingRead'), []);
  };
  const shelf = things && {
    client,
    titles,
    patron: things.patron,
    formats: things.library?.formats ?? [],
    version: things.version,
    now,
    holds: things.holds.holds,
    note,
    begin,
    finish,
    isSpent,
    reread: read,
    announce,
  };
  return (
    <div class={drawer.isOpen ? 'page with-drawer' : 'page'}>
      <Bar
        library={things?.library?.name}
        hasHolds={isThere}
        requests={exchanges.length}
        isDrawerOpen={drawer.isOpen}
        isReading={isReading}
        onRefresh={refresh}
        onDrawer={drawer.toggle}
        onSignOut={() => onSignOut()}
      />
      <p class={note === undefined ? 'said' : 'for-readers'} role="status">
        {said}
      </p>
      <main>
        {problem !== undefined && (
          <ReadProblemNotice problem={problem} isReading={isReading} isOutdated={isThere} onRetry={read} />
        )}
        {shelf && <Sections things={things} shelf={shelf} isNew={isNew} />}
        {!isThere && problem === undefined && <p class="quiet">{say('readingShelf')}</p>}
      </main>
      {drawer.isOpen && shelf && (
        <ShelfContext.Provider value={shelf}>
          <Drawer exchanges={exchanges} docs={docs} onClose={drawer.close}>
            {sandbox && <SandboxPanel sandbox={sandbox} token={token} clock={clock} onClock={setClock} />}
          </Drawer>
        </ShelfContext.Provider>
      )}
    </div>
  );
}

/** Sends the patron's requests, and remembers the latest. */
function useClient(
  token: string,
  ownAddresses: readonly string[],
  base: string,
): { readonly client: ApiClient; readonly exchanges: readonly Exchange[] } {
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([]);
  const client = useMemo(() => {
    const onExchange = (exchange: Exchange): void =>
      setExchanges((before) => [exchange, ...before].slice(0, MAX_EXCHANGES));
    return new ApiClient({ token, ownAddresses, base, onExchange });
  }, [token, ownAddresses, base]);
  return { client, exchanges };
}

interface BarProps {
  readonly library: string | undefined;
  /** Whether the page has the section of the holds, to which there is a shortcut. */
  readonly hasHolds: boolean;
  readonly requests: number;
  readonly isDrawerOpen: boolean;
  readonly isReading: boolean;
  readonly onRefresh: () => Promise<void>;
  readonly onDrawer: () => void;
  readonly onSignOut: () => void;
}

function Bar({
  library,
  hasHolds,
  requests,
  isDrawerOpen,
  isReading,
  onRefresh,
  onDrawer,
  onSignOut,
}: BarProps): VNode {
  return (
    <header class="bar">
      {hasHolds && (
        <a class="skip" href="#holds">
          {say('skipToHolds')}
        </a>
      )}
      <h1>{say('myShelf')}</h1>
      {library !== undefined && <p>{library}</p>}
      <div class="buttons">
        <button aria-disabled={isReading} onClick={onRefresh}>
          {isReading ? say('reading') : say('refresh')}
        </button>
        <button id={DRAWER_BUTTON} aria-expanded={isDrawerOpen} onClick={onDrawer}>
          {say('requestsCounted', { count: requests })}
        </button>
        <button onClick={onSignOut}>{say('signOut')}</button>
      </div>
    </header>
  );
}

interface SectionsProps {
  readonly things: PatronData;
  readonly shelf: Shelf;
  readonly isNew: boolean;
}

function Sections({ things, shelf, isNew }: SectionsProps): VNode {
  const addressed = useAddress();
  useView(addressed, isNew);
  const linkTo = (view: View): object => ({
    href: addressOf(view),
    onClick: (event: MouseEvent) => {
      // To open a link elsewhere is the browser's.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      addressed.go(addressOf(view));
      showView(view);
    },
  });
  const template = things.patron.linkTemplates?.search;
  return (
    <ShelfContext.Provider value={shelf}>
      <StandingNotice library={things.library} />
      <nav aria-label={say('onThisPage')} class="sections">
        <a {...linkTo('holds')}>{say('holdsCounted', { count: things.holds.holds.length })}</a>
        <a {...linkTo('loans')}>{say('loansCounted', { count: things.loans.checkouts.length })}</a>
        <a {...linkTo('search')}>{say('search')}</a>
      </nav>
      <Holds list={things.holds} />
      <Loans list={things.loans} />
      {template && <Search template={template} addressed={addressed} />}
      <LendingPeriods />
    </ShelfContext.Provider>
  );
}

interface DrawerState {
  readonly isOpen: boolean;
  readonly toggle: () => void;
  /** Moves the focus from the drawer to the button that opens it. */
  readonly close: () => void;
}

function useDrawer(): DrawerState {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
    document.getElementById(DRAWER_BUTTON)?.focus();
  };
  return { isOpen, toggle: () => setOpen(!isOpen), close };
}

interface ServiceClock {
  readonly clock: Clock | undefined;
  readonly setClock: (clock: Clock) => void;
  readonly now: () => Date;
}

/** A sandbox's clock may be days ahead of the browser's. */
function useClock(sandbox: Sandbox | undefined): ServiceClock {
  const [clock, setClock] = useState<Clock>();
  useEffect(() => {
    sandbox?.readClock().then(setClock, () => undefined);
  }, [sandbox]);
  const now = useCallback(() => new Date(Date.now() + (clock?.aheadSeconds ?? 0) * 1000), [clock]);
  return { clock, setClock, now };
}
