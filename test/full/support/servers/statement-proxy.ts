import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { isBackgroundStatement } from '../../../support/stored/background-statement.js';
import { type Message, MessageReader, nameOf } from './postgres-messages.js';

/** Cuts a connection before the database receives a statement, or before its answer gets back. */
export interface CutPoint {
  /** Which of the counted statements, from 0. */
  readonly index: number;
  readonly when: 'before' | 'after';
}

/** A proxy for the database that reads the statements, and can cut the connection at any of them. */
export interface StatementProxy {
  /** The database's URL with the proxy's address. */
  readonly url: string;
  /**
   * Counts statements from 0 again, and cuts the connection at one of them.
   * @param isCounted given the name of the statement, or its text where it has no name; by default all but those that a
   *   process sends in the background
   */
  watch(cut?: CutPoint, isCounted?: (name: string) => boolean): void;
  /** The statements counted since `watch`, in the order in which they were sent. */
  readonly seen: readonly string[];
  readonly hasCut: boolean;
  close(): Promise<void>;
}

interface Watch {
  readonly cut: CutPoint | undefined;
  readonly isCounted: (name: string) => boolean;
  readonly seen: string[];
  hasCut: boolean;
}

const isOfAttempt = (name: string): boolean => !isBackgroundStatement(name);

const newWatch = (cut?: CutPoint, isCounted: Watch['isCounted'] = isOfAttempt): Watch => ({
  cut,
  isCounted,
  seen: [],
  hasCut: false,
});

export async function startStatementProxy(databaseUrl: string): Promise<StatementProxy> {
  const database = new URL(databaseUrl);
  const sessions = new Set<Session>();
  let watch = newWatch();
  const proxy = createServer((client) => {
    const server = connect(Number(database.port), database.hostname);
    const session: Session = new Session(client, server, () => watch);
    sessions.add(session);
    server.once('close', () => sessions.delete(session));
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    watch: (cut, isCounted) => {
      watch = newWatch(cut, isCounted);
    },
    get seen() {
      return watch.seen;
    },
    get hasCut() {
      return watch.hasCut;
    },
    close: async () => {
      for (const session of sessions) session.end();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

/** A statement whose answer is not complete yet. */
interface Pending {
  readonly cutsAfter: Watch | undefined;
}

/** One connection. It passes on whole statements and whole answers, so that it can be cut exactly between two of them. */
class Session {
  /** False during authentication, when there are no statements. */
  private isReady = false;
  private readonly fromClient = new MessageReader();
  private readonly fromServer = new MessageReader();
  private statement: Message[] = [];
  private answer: Message[] = [];
  private readonly pending: Pending[] = [];

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    private readonly watch: () => Watch,
  ) {
    for (const socket of [client, server]) {
      // Otherwise each statement would wait for the acknowledgement of the one before.
      socket.setNoDelay();
      socket.on('error', () => undefined);
      socket.on('close', () => this.end());
    }
    client.on('data', (bytes: Buffer) => {
      if (this.isReady) for (const message of this.fromClient.read(bytes)) this.readFromClient(message);
      else server.write(bytes);
    });
    server.on('data', (bytes: Buffer) => {
      for (const message of this.fromServer.read(bytes)) this.readFromServer(message);
    });
  }

  end(): void {
    this.client.destroy();
    this.server.destroy();
  }

  /** A statement ends with a simple query, or with the Sync after the messages of a prepared one. */
  private readFromClient(message: Message): void {
    this.statement.push(message);
    if (!['Q', 'S', 'X'].includes(message.type)) return;
    const { statement } = this;
    this.statement = [];
    if (message.type === 'X') this.server.write(message.bytes);
    else this.pass(statement);
  }

  private pass(statement: readonly Message[]): void {
    if (this.client.destroyed) return;
    const watch = this.watch();
    const name = nameOf(statement);
    const isTarget = watch.isCounted(name) && watch.seen.push(name) - 1 === watch.cut?.index;
    if (isTarget && watch.cut?.when === 'before') {
      watch.hasCut = true;
      this.end();
      return;
    }
    this.pending.push({ cutsAfter: isTarget ? watch : undefined });
    this.server.write(concatenated(statement));
  }

  private readFromServer(message: Message): void {
    this.answer.push(message);
    const isComplete = message.type === 'Z';
    if (isComplete) this.isReady = true;
    if (this.pending.length > 0 && !isComplete) return;
    const done = this.pending.shift();
    if (done?.cutsAfter !== undefined) {
      done.cutsAfter.hasCut = true;
      this.end();
      return;
    }
    this.client.write(concatenated(this.answer));
    this.answer = [];
  }
}

function concatenated(messages: readonly Message[]): Buffer {
  return Buffer.concat(messages.map(({ bytes }) => bytes));
}
