import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import pLimit, { type LimitFunction } from 'p-limit';
import { Refusal } from '../../domain/errors.js';
import { makeFolder } from '../../platform/make-folder.js';
import { causeCode } from '../../platform/observability/cause-code.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { BYTES_OF_MB, limitedBody } from './limited-body.js';

const NAME = /^holdfast-import-[\da-f-]{36}\.ndjson$/;
const NO_SPACE: readonly unknown[] = ['ENOSPC', 'EDQUOT'];
const READ_AT_ONCE = 64 * 1024;
/** Of further files that wait for somebody, each has the place of an upload. */
const MAX_WAITING = 20;

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
  /** How many places are taken. */
  private kept = 0;
  private readonly waiting = new Set<Upload>();
  private readonly turns: LimitFunction;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.turns = pLimit(config.uploadsAtOnce);
  }

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
   * @param content is not read before it is sure that it may be kept
   * @throws Refusal `ServiceUnavailable`, `PayloadTooLarge`, `RequestTimeout`, `InsufficientStorage`; also passes on errors of `content`
   */
  async keep(content: AsyncIterable<Buffer>): Promise<Upload> {
    const { uploadsFolder: folder, uploadsAtOnce: atOnce } = this.config;
    if (this.kept >= atOnce)
      throw new Refusal(
        'ServiceUnavailable',
        `No more than ${atOnce} uploads are imported at once: try again later.`,
      );
    this.kept += 1;
    let file: FileHandle | undefined;
    try {
      const path = join(folder, `holdfast-import-${randomUUID()}.ndjson`);
      file = await open(path, 'wx+', 0o600);
      await rm(path);
      return this.uploadIn(file, await this.write(content, file));
    } catch (error) {
      this.kept -= 1;
      await file?.close();
      throw asRefusal(error);
    }
  }

  /** @returns how many bytes there are */
  private async write(content: AsyncIterable<Buffer>, file: FileHandle): Promise<number> {
    const { uploadsMaxMegabytes: maxMegabytes, uploadBytesPerSecond: bytesPerSecond } = this.config;
    const tooLarge = `An upload must not be larger than ${maxMegabytes} MB: send it in parts.`;
    let bytes = 0;
    for await (const chunk of limitedBody(content, this.config, { maxMegabytes, tooLarge, bytesPerSecond })) {
      await file.appendFile(chunk);
      bytes += chunk.length;
    }
    return bytes;
  }

  private uploadIn(file: FileHandle, bytes: number): Upload {
    let isKept = true;
    const upload: Upload = {
      bytes,
      read: (signal) => contentOf(file, signal),
      wait: () => {
        if (!this.isRoomToWait(bytes)) return;
        this.waiting.add(upload);
        this.kept -= 1;
      },
      inTurn: (work) => this.turns(work),
      discard: async () => {
        if (!isKept) return;
        isKept = false;
        if (!this.waiting.delete(upload)) this.kept -= 1;
        await file.close();
      },
    };
    return upload;
  }

  /** Together they need no more space than one upload may have. */
  private isRoomToWait(bytes: number): boolean {
    const inAll = [...this.waiting].reduce((sum, each) => sum + each.bytes, bytes);
    return this.waiting.size < MAX_WAITING && inAll <= this.config.uploadsMaxMegabytes * BYTES_OF_MB;
  }
}

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
