import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import pLimit from 'p-limit';
import { Refusal } from '../../domain/errors.js';
import { KeyedLimit } from '../../platform/keyed-limit.js';
import { makeFolder } from '../../platform/make-folder.js';
import { causeCode } from '../../platform/observability/cause-code.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { BYTES_OF_MB, limitedBody } from './limited-body.js';

const NAME = /^holdfast-import-[\da-f-]{36}\.ndjson$/;
const NO_SPACE: readonly unknown[] = ['ENOSPC', 'EDQUOT'];
const READ_AT_ONCE = 64 * 1024;
/** Files that wait for somebody. Of further ones, each has the place of an upload. */
const MAX_WAITING = 20;
const MAX_WAITING_OF_LIBRARY = 5;
/** Each of another library. */
const IMPORTED_AT_ONCE = 3;
/** All libraries together have the space of so many uploads of the greatest size. */
const MAX_FULL_FILES = 3;

/** What a file takes from others. */
interface Place {
  readonly websiteId: number;
  bytes: number;
  isWaiting: boolean;
}

/** The content of an upload, until it is discarded. */
export interface Upload {
  readonly bytes: number;
  /** Its bytes, from the first one, also when an earlier reader has stopped halfway. */
  read(signal: AbortSignal): AsyncIterable<Buffer>;
  /** Somebody is to say something about it first: if there is room for that, it leaves its place to other uploads. */
  wait(): void;
  /** Imports it, in its turn: those that have waited may be many. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Must be called: it frees the space and the place. */
  discard(): Promise<void>;
}

/**
 * Keeps uploads, because their import goes on after the answer. They hold cards and PINs: each file loses its name at once, so
 * the system deletes it at the latest with the process, whatever ends that.
 */
@Injectable()
export class Uploads implements OnModuleInit {
  private readonly logger = new Logger('Uploads');
  private readonly places = new Set<Place>();
  private readonly turns = pLimit(IMPORTED_AT_ONCE);
  private readonly turnsOfLibrary = new KeyedLimit(1);

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Prepares the folder, and deletes what a process has left in the moment before a file lost its name. */
  async onModuleInit(): Promise<void> {
    const folder = this.config.uploadsFolder;
    try {
      await makeFolder(folder);
      for (const name of await readdir(folder))
        if (NAME.test(name)) await rm(join(folder, name), { force: true });
    } catch (error) {
      this.logger.warn({ err: error }, 'The folder for uploads, in DATA_DIR, cannot be used.');
    }
  }

  /**
   * @param websiteId the library for which it is
   * @param content is not read before it is sure that it may be kept
   * @throws Refusal `ServiceUnavailable`, `PayloadTooLarge`, `RequestTimeout`, `InsufficientStorage`; also passes on errors of `content`
   */
  async keep(websiteId: number, content: AsyncIterable<Buffer>): Promise<Upload> {
    const place = this.take(websiteId);
    let file: FileHandle | undefined;
    try {
      const path = join(this.config.uploadsFolder, `holdfast-import-${randomUUID()}.ndjson`);
      file = await open(path, 'wx+', 0o600);
      await rm(path);
      await this.write(content, file, place);
      return this.uploadIn(file, place);
    } catch (error) {
      this.places.delete(place);
      await file?.close();
      throw asRefusal(error);
    }
  }

  /** @throws Refusal `ServiceUnavailable` */
  private take(websiteId: number): Place {
    const { uploadsAtOnce: all, uploadsOfLibrary: ofLibrary } = this.config;
    const taken = [...this.places].filter(({ isWaiting }) => !isWaiting);
    if (taken.length >= all) throw tryLater(`No more than ${all} uploads are imported at once`);
    if (taken.filter((each) => each.websiteId === websiteId).length >= ofLibrary)
      throw tryLater(`No more than ${ofLibrary} uploads of a library are imported at once`);
    const place = { websiteId, bytes: 0, isWaiting: false };
    this.places.add(place);
    return place;
  }

  private async write(content: AsyncIterable<Buffer>, file: FileHandle, place: Place): Promise<void> {
    const { uploadsMaxMegabytes: maxMegabytes, uploadBytesPerSecond: bytesPerSecond } = this.config;
    const tooLarge = `An upload must not be larger than ${maxMegabytes} MB: send it in parts.`;
    for await (const chunk of limitedBody(content, this.config, { maxMegabytes, tooLarge, bytesPerSecond })) {
      place.bytes += chunk.length;
      this.requireRoom(place.websiteId);
      await file.appendFile(chunk);
    }
  }

  /** @throws Refusal `ServiceUnavailable` */
  private requireRoom(websiteId: number): void {
    const { uploadsMaxMegabytes: maxMegabytes } = this.config;
    const all = [...this.places];
    const ofLibrary = all.filter((each) => each.websiteId === websiteId);
    if (bytesOf(ofLibrary) > maxMegabytes * BYTES_OF_MB)
      throw tryLater(`No more than ${maxMegabytes} MB of a library are kept at once`);
    if (bytesOf(all) > MAX_FULL_FILES * maxMegabytes * BYTES_OF_MB)
      throw tryLater('Uploads of other libraries take all the space for them');
  }

  private uploadIn(file: FileHandle, place: Place): Upload {
    const { websiteId, bytes } = place;
    return {
      bytes,
      read: (signal) => contentOf(file, signal),
      wait: () => {
        place.isWaiting = this.isRoomToWait(websiteId);
      },
      inTurn: (work) => this.turnsOfLibrary.run(String(websiteId), () => this.turns(work)),
      discard: async () => {
        if (this.places.delete(place)) await file.close();
      },
    };
  }

  private isRoomToWait(websiteId: number): boolean {
    const waiting = [...this.places].filter(({ isWaiting }) => isWaiting);
    const ofLibrary = waiting.filter((each) => each.websiteId === websiteId);
    return waiting.length < MAX_WAITING && ofLibrary.length < MAX_WAITING_OF_LIBRARY;
  }
}

function bytesOf(places: readonly Place[]): number {
  return places.reduce((sum, { bytes }) => sum + bytes, 0);
}

const tryLater = (problem: string): Refusal =>
  new Refusal('ServiceUnavailable', `${problem}: try again later.`);

/** A stream of the file would close it for the next reader. */
async function* contentOf(file: FileHandle, signal: AbortSignal): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    signal.throwIfAborted();
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(READ_AT_ONCE), 0, READ_AT_ONCE, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function asRefusal(error: unknown): unknown {
  return NO_SPACE.includes(causeCode(error))
    ? new Refusal('InsufficientStorage', 'There is no space left for uploads. Nothing was imported.')
    : error;
}
