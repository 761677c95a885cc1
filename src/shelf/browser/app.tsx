import type { ComponentChildren, VNode } from 'preact';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { Drawer } from './drawer/drawer.js';
import type { Clock, Sandbox } from './drawer/sandbox.js';
import { SandboxPanel } from './drawer/sandbox-panel.js';
import { type FirstFrame, firstViewOf } from '../frame/remembered.js';
import { AwaitedView } from '../frame/skeletons.js';
import type { View } from '../views.js';
import { useFeedback } from './feedback.js';
import { Bar, SkipLink, titleOf } from './frame/bar.js';
import { Holds } from './holds/holds.js';
import { ApiClient } from './http/api-client.js';
import { ExchangeLog } from './http/exchange.js';
import { Loans } from './loans/loans.js';
import { Offline } from './offline.js';
import { ReadProblemNotice } from './read-problem.js';
import { Search } from './search/search.js';
import { Settings } from './settings/settings.js';
import { type FoundPages, type Shelf, ShelfContext } from './shelf-context.js';
import { StandingNotice } from './standing-notice.js';
import { type PatronData, type Reading, usePatron } from './use-patron.js';
import { type Addressed, addressOf, searchIn, useAddress, useView, viewIn } from './views.js';
import { say } from './words/say.js';

const DRAWER_BUTTON = 'drawer-button';

interface AppProps {
  readonly token: string;
  /** The patron has just signed in: the focus moves from the form into the shelf. */
  readonly isNew: boolean;
  readonly ownAddresses: readonly string[];
  /** Where the service is, as the browser reaches it, without a slash at its end. */
  readonly base: string;
  /** That the page came with. */
  readonly first: FirstFrame;
  /** What only developers see, in a sandbox on their own machine. */
  readonly sandbox: Sandbox | undefined;
  readonly onRead: (patron: PatronData) => void;
  /** With the reason, unless the patron asked for it. */
  readonly onSignOut: (reason?: string) => void;
}

/** The shelf of a patron who is signed in. */
export function App(props: AppProps): VNode {
  const { token, isNew, ownAddresses, base, sandbox, onRead, onSignOut } = props;
  const drawer = useDrawer();
  const { clock, setClock, now } = useClock(sandbox);
  const { client, log } = useClient(token, ownAddresses, base, onSignOut);
  const reading = usePatron(client, base);
  const { things, isReading, read } = reading;
  const searches = useMemo(() => new Map<string, FoundPages>(), [client]);
  const addressed = useAddress();
  const frame = things === undefined ? props.first : frameOf(things);
  const view = useShownView(addressed, frame, things);
  useEffect(() => things && onRead(things), [things]);
  const lastSearch = useLastSearch(addressed.address);
  const feedback = useFeedback(read, (next) => addressed.go(addressOf(next)));
  const { said, note, begin, finish } = feedback;
  const refresh = async (): Promise<void> => {
    begin();
    if (!isReading) await finish(say('everythingRead'), []);
  };
  const shelf: Shelf | undefined = things && {
    ...feedback,
    client,
    titles: things.titles,
    searches,
    patron: things.patron,
    formats: things.library?.formats ?? [],
    nextHoliday: things.library?.nextHoliday,
    version: things.version,
    now,
    ...listsOf(things),
    refresh,
    isReading,
    go: addressed.go,
  };
  return (
    <ShelfContext.Provider value={shelf}>
      <div class={drawer.isOpen ? 'page with-drawer' : 'page'}>
        {things && <SkipLink view={view} />}
        <Bar
          library={things?.library}
          frame={frame}
          view={view}
          addressed={addressed}
          lastSearch={lastSearch}
          onSignOut={() => onSignOut()}
        />
        <p class={note === undefined ? 'said' : 'for-readers'} role="status">
          {said}
        </p>
        <Content reading={reading} view={view} frame={frame} addressed={addressed} isNew={isNew} />
        {sandbox && shelf && (
          <Developers sandbox={sandbox} log={log} drawer={drawer}>
            <SandboxPanel sandbox={sandbox} token={token} clock={clock} onClock={setClock} />
          </Developers>
        )}
      </div>
    </ShelfContext.Provider>
  );
}

function listsOf({
  holds: { holds },
  loans: { checkouts: loans },
  watches: { watches },
  others,
}: PatronData): Pick<Shelf, 'holds' | 'loans' | 'watches' | 'others'> {
  return { holds, loans, watches, others };
}

function frameOf({ loans, holds }: PatronData): FirstFrame {
  return { loans: loans.checkouts.length, holds: holds.holds.length };
}

interface DevelopersProps {
  readonly sandbox: Sandbox;
  readonly log: ExchangeLog;
  readonly drawer: DrawerState;
  readonly children: ComponentChildren;
}

/** The drawer with the requests of the page, and the button that opens it. */
function Developers({ sandbox, log, drawer, children }: DevelopersProps): VNode {
  const [, show] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    log.onChange = () => show(undefined);
    return () => (log.onChange = undefined);
  }, [log]);
  return (
    <>
      <footer class="developers">
        <button id={DRAWER_BUTTON} aria-expanded={drawer.isOpen} onClick={drawer.toggle}>
          {say('requestsCounted', { count: log.latest.length })}
        </button>
      </footer>
      {drawer.isOpen && (
        <Drawer exchanges={log.latest} docs={sandbox.docs} onClose={drawer.close}>
          {children}
        </Drawer>
      )}
    </>
  );
}

/** The view that the address names, or else what the patron has come for. */
function useShownView({ address }: Addressed, frame: FirstFrame, things: PatronData | undefined): View {
  const first = useRef<View | undefined>(undefined);
  if (things !== undefined) first.current ??= firstViewOf(frame);
  const view = viewIn(address) ?? first.current ?? firstViewOf(frame);
  useEffect(() => {
    document.title = titleOf(view, things?.library);
  }, [view, things?.library]);
  return view;
}

/** The address of the latest search, to which the way to the search leads. */
function useLastSearch(address: string): string {
  const last = useRef(addressOf('search'));
  if (searchIn(address) !== undefined) last.current = address;
  return last.current;
}

interface ContentProps {
  readonly reading: Reading;
  readonly view: View;
  readonly frame: FirstFrame;
  readonly addressed: Addressed;
  readonly isNew: boolean;
}

/** The view, or why it is not there or may be out of date. */
function Content({ reading, view, frame, addressed, isNew }: ContentProps): VNode {
  const { things, problem, isReading, read } = reading;
  return (
    <main>
      {things === undefined && problem === undefined && <AwaitedView say={say} view={view} frame={frame} />}
      {problem && (
        <ReadProblemNotice
          problem={problem}
          isReading={isReading}
          isOutdated={things !== undefined}
          onRetry={read}
        />
      )}
      <Offline />
      {things && <StandingNotice library={things.library} />}
      {things && <ViewOf view={view} things={things} addressed={addressed} isNew={isNew} />}
    </main>
  );
}

interface ViewProps {
  readonly view: View;
  readonly things: PatronData;
  readonly addressed: Addressed;
  readonly isNew: boolean;
}

function ViewOf({ view, things, addressed, isNew }: ViewProps): VNode | null {
  useView(view, addressed, isNew);
  const { accessibleSearch, search } = things.patron.linkTemplates ?? {};
  const template = accessibleSearch ?? search;
  if (view === 'loans') return <Loans list={things.loans} />;
  if (view === 'holds') return <Holds list={things.holds} />;
  if (view === 'settings') return <Settings />;
  return template === undefined ? null : <Search template={template} addressed={addressed} />;
}

/** Sends the patron's requests, and remembers the latest. */
function useClient(
  token: string,
  ownAddresses: readonly string[],
  base: string,
  onSignedOut: (reason: string) => void,
): { readonly client: ApiClient; readonly log: ExchangeLog } {
  return useMemo(() => {
    const log = new ExchangeLog();
    const onExchange = log.add.bind(log);
    return { client: new ApiClient({ token, ownAddresses, base, onExchange, onSignedOut }), log };
  }, [token, ownAddresses, base, onSignedOut]);
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
