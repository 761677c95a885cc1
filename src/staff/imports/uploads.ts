import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Refusal } from '../../domain/errors.js';
import { makeFolder } from '../../platform/make-folder.js';
import { causeCode } from '../../platform/observability/cause-code.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { limitedBody } from './limited-body.js';

const NAME = /^holdfast-import-[\da-f-]{36}\.ndjson$/;
const NO_SPACE: readonly unknown[] = ['ENOSPC', 'EDQUOT'];

/** The content of an upload, until it is discarded. */
export interface Upload {
  readonly bytes: number;
  read(signal: AbortSignal): Readable;
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
  private kept = 0;

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
    const { uploadsMaxMegabytes: maxMegabytes } = this.config;
    const tooLarge = `An upload must not be larger than ${maxMegabytes} MB: send it in parts.`;
    let bytes = 0;
    for await (const chunk of limitedBody(content, this.config, { maxMegabytes, tooLarge })) {
      await file.appendFile(chunk);
      bytes += chunk.length;
    }
    return bytes;
  }

  private uploadIn(file: FileHandle, bytes: number): Upload {
    let isKept = true;
    return {
      bytes,
      read: (signal) => createReadStream('', { fd: file, start: 0, autoClose: false, signal }),
      discard: async () => {
        if (!isKept) return;
        isKept = false;
        this.kept -= 1;
        await file.close();
      },
    };
  }
}

function asRefusal(error: unknown): unknown {
  return NO_SPACE.includes(causeCode(error))
    ? new Refusal('InsufficientStorage', 'There is no space left for uploads. Nothing was imported.')
    : error;
}
