import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import iconv from 'iconv-lite';
import type { Certificate } from '../../webhooks/receiver.js';

/** A patron of a library's own system. */
export interface IlsCardholder {
  /** What a patron may type. */
  readonly names: readonly string[];
  readonly pin: string;
  /** False: the system says that it is no valid card. */
  readonly isValid?: boolean;
  /** 14 characters. */
  readonly status?: string;
  /** Behind AO. A code without an end, such as `BLY`, is sent without a delimiter. */
  readonly fields: readonly (readonly [code: string, value: string])[];
}

/** How it differs from a system that does everything right. */
export interface IlsManners {
  readonly charset: string;
  readonly ending: string;
  /** `split`: byte by byte. `joined`: behind an answer that nobody has asked for. */
  readonly segments: 'whole' | 'split' | 'joined';
  readonly checksums: 'right' | 'none' | 'wrong' | 'wrong-once';
  /** BL and CQ have no delimiter behind them. */
  readonly unended: boolean;
  readonly reversed: boolean;
  readonly withoutPinAnswer: boolean;
  /** It answers questions for a patron's status alone (23), and says so. */
  readonly onlyStatus: boolean;
  /** It knows no card of those who do not send this (AC). */
  readonly terminalPassword: string | undefined;
  readonly login: 'accepted' | 'refused';
  readonly online: boolean;
  /** Each message is not understood so many times; one with such a character never. */
  readonly notUnderstood: number;
  readonly neverUnderstood: RegExp | undefined;
  /** What happens when a message with this code comes. */
  readonly silentAt: string | undefined;
  readonly endlessAt: string | undefined;
  /** It answers as if another question had been asked, again and again. */
  readonly floodsAt: string | undefined;
  /** The connection ends so many times in all. */
  readonly lostAt: string | undefined;
  readonly lostTimes: number;
}

const RIGHT: IlsManners = {
  charset: 'utf8',
  ending: '\r',
  segments: 'whole',
  checksums: 'right',
  unended: false,
  reversed: false,
  withoutPinAnswer: false,
  onlyStatus: false,
  terminalPassword: undefined,
  login: 'accepted',
  online: true,
  notUnderstood: 0,
  neverUnderstood: undefined,
  silentAt: undefined,
  endlessAt: undefined,
  floodsAt: undefined,
  lostAt: undefined,
  lostTimes: Infinity,
};

const HEALTHY = ' '.repeat(14);
const TIME = '20261127    120000';

/** Stands for a library's system, which speaks SIP2 over TCP. It is written from the protocol alone, and shares no code with the client. */
export class IlsResponder {
  /** As they came, without their trailers. */
  readonly messages: string[] = [];
  /** Connections that are open now, and were at most. */
  open = 0;
  mostOpen = 0;
  private manners = RIGHT;
  private lost = 0;
  private readonly sockets = new Set<Socket>();
  private readonly holders: IlsCardholder[] = [];
  private readonly server: Server;

  private constructor(certificate?: Certificate) {
    const serve = (socket: Socket): void => this.serve(socket);
    this.server =
      certificate === undefined ? createServer(serve) : createTlsServer({ ...certificate }, serve);
  }

  /** @param certificate with which it speaks TLS */
  static async start(certificate?: Certificate): Promise<IlsResponder> {
    const responder = new IlsResponder(certificate);
    await new Promise<void>((resolve) => responder.server.listen(0, '127.0.0.1', resolve));
    return responder;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** From now on. Without any, it does everything right. */
  behave(manners: Partial<IlsManners> = {}): void {
    this.manners = { ...RIGHT, ...manners };
    this.lost = 0;
    this.messages.length = 0;
  }

  add(holder: IlsCardholder): void {
    this.holders.push(holder);
  }

  forget(card: string): void {
    const place = this.holders.findIndex(({ names }) => names.includes(card));
    if (place !== -1) this.holders.splice(place, 1);
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Until every connection has ended. */
  async idle(): Promise<void> {
    while (this.open > 0) await new Promise((resolve) => setImmediate(resolve));
  }

  codes(): string[] {
    return this.messages.map((message) => message.slice(0, 2));
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    this.open++;
    this.mostOpen = Math.max(this.mostOpen, this.open);
    const connection = { received: Buffer.alloc(0), last: Buffer.alloc(0), damaged: 0, misunderstood: 0 };
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.sockets.delete(socket);
      this.open--;
    });
    socket.on('data', (bytes: Buffer) => {
      connection.received = Buffer.concat([connection.received, bytes]);
      for (let end = connection.received.indexOf(13); end !== -1; end = connection.received.indexOf(13)) {
        // Some peers send a line feed behind each message.
        const message = iconv.decode(connection.received.subarray(0, end), this.manners.charset).trimStart();
        connection.received = connection.received.subarray(end + 1);
        this.answer(message, socket, connection);
      }
    });
  }

  private answer(
    whole: string,
    socket: Socket,
    connection: { last: Buffer; damaged: number; misunderstood: number },
  ): void {
    const trailer = /(?:AY(\d))?AZ[0-9A-F]{4}$/.exec(whole);
    const message = trailer === null ? whole : whole.slice(0, trailer.index);
    this.messages.push(message);
    const code = message.slice(0, 2);
    const { manners } = this;
    if (code === manners.silentAt) return;
    if (code === manners.endlessAt) {
      socket.write(Buffer.alloc(1_000_000, 65));
      return;
    }
    if (code === manners.floodsAt) {
      this.flood(socket);
      return;
    }
    if (code === manners.lostAt && this.lost++ < manners.lostTimes) {
      socket.destroy();
      return;
    }
    if (code !== '97') {
      if (connection.misunderstood++ < manners.notUnderstood || manners.neverUnderstood?.test(message)) {
        socket.write(this.trailed('96', undefined, true));
        return;
      }
      connection.last = Buffer.from(this.answerTo(code, message));
    }
    const isRight =
      manners.checksums === 'right' || (manners.checksums === 'wrong-once' && connection.damaged++ > 0);
    this.send(socket, this.trailed(String(connection.last), code === '97' ? '0' : trailer?.[1], isRight));
    if (code === '93' && manners.login === 'refused') socket.end();
  }

  /** Until the other side has enough. */
  private flood(socket: Socket): void {
    if (socket.destroyed || socket.writableEnded) return;
    socket.write(this.trailed('941', '9', true));
    setImmediate(() => this.flood(socket));
  }

  private answerTo(code: string, message: string): string {
    const { login, online, onlyStatus } = this.manners;
    if (code === '93') return login === 'accepted' ? '941' : '940';
    if (code === '99')
      return `98${online ? 'Y' : 'N'}YYYYN010003${TIME}2.00AOmain|BXYYYYYYY${onlyStatus ? 'N' : 'Y'}YYYNYYYY|${' '.repeat(140)}`;
    if (code === '63' && !onlyStatus) return `64${this.patron(message.slice(33), ' '.repeat(24))}`;
    if (code === '23') return `24${this.patron(message.slice(23), '')}`;
    if (code !== '35') return '96';
    return `36Y${TIME}AOmain|`;
  }

  /** @param counts between the time and the fields */
  private patron(question: string, counts: string): string {
    const asked = new Map(question.split('|').map((field) => [field.slice(0, 2), field.slice(2)] as const));
    const { terminalPassword = asked.get('AC') } = this.manners;
    const holder =
      asked.get('AC') === terminalPassword
        ? this.holders.find(({ names }) => names.includes(asked.get('AA') ?? ''))
        : undefined;
    const known = `000${TIME}${counts}`;
    if (holder === undefined) return `${HEALTHY}${known}AOmain|AA${asked.get('AA')}|AE|BLN|CQN|`;
    const pin = asked.get('AD');
    const end = this.manners.unended ? '' : '|';
    const fields = [
      'AOmain|',
      `BL${holder.isValid === false ? 'N' : 'Y'}${end}`,
      ...(pin === undefined || this.manners.withoutPinAnswer
        ? []
        : [`CQ${pin === holder.pin ? 'Y' : 'N'}${end}`]),
      ...holder.fields.map(([name, value]) => `${name}${value}|`),
      'AFGreetings from the library.|',
      'AFYou owe 3.50.|',
    ];
    if (this.manners.reversed) fields.reverse();
    return `${holder.status ?? HEALTHY}${known}${fields.join('')}`;
  }

  private trailed(message: string, sequence: string | undefined, isRight: boolean): Buffer {
    const { charset, checksums, ending } = this.manners;
    const encode = (text: string): Buffer => iconv.encode(text, charset);
    if (checksums === 'none') return encode(message + ending);
    const counted = encode(`${message}${sequence === undefined ? '' : `AY${sequence}`}AZ`);
    let sum = isRight ? 0 : 1;
    for (const byte of counted) sum += byte;
    const checksum = ((0x10000 - (sum & 0xffff)) & 0xffff).toString(16).toUpperCase().padStart(4, '0');
    return Buffer.concat([counted, encode(checksum + ending)]);
  }

  private send(socket: Socket, bytes: Buffer): void {
    const { segments } = this.manners;
    if (segments === 'split') for (const byte of bytes) socket.write(Buffer.of(byte));
    else if (segments === 'joined')
      socket.write(Buffer.concat([this.trailed('941', '9', true), bytes, this.trailed('941', '9', true)]));
    else socket.write(bytes);
  }
}
