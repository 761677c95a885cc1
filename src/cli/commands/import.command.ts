import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { readConfig } from '../../platform/settings/config.js';
import { withDatabase } from '../database-server.js';
import { importLogOf } from '../../staff/actions/action-log.js';
import { INSTALLATION } from '../../staff/permissions/staff-principal.js';
import { CommandFailed } from '../command-failed.js';
import { OR_STANDARD_INPUT, openInput, sizeOf } from '../input-file.js';
import { openRecordsImport } from '../command-context.js';

export function importCommand(): Command {
  return new Command('import')
    .description("import a library's records (newline-delimited JSON, see docs/records.md)")
    .argument('<file>', `the file to import, ${OR_STANDARD_INPUT}`)
    .action(async (file: string) => {
      const size = await sizeOf(file);
      const config = readConfig();
      const { applied, rejected, pinsRemoved } = await withDatabase(config, async (database) => {
        const records = await openRecordsImport(database, config);
        const progress = progressBar(size);
        const options = {
          log: importLogOf(INSTALLATION),
          onProgress: progress.show,
          onRejected: progress.reject,
        };
        return records.run(openInput(file), options).finally(progress.stop);
      });
      if (applied + rejected === 0)
        throw new CommandFailed(`There are no records in ${file === '-' ? 'the input' : file}.`);
      console.log(`${applied} applied, ${rejected} rejected`);
      if (pinsRemoved > 0) console.log(`${pinsRemoved} PINs removed`);
      if (rejected > 0) process.exitCode = 1;
    });
}

interface Progress {
  readonly show: (progress: { bytes: number; applied: number; rejected: number }) => void;
  readonly reject: (rejection: { line: number; message: string }) => void;
  readonly stop: () => void;
}

/** Shows a progress bar on a terminal. Prints rejected lines to standard error in any case. */
function progressBar(size = 0): Progress {
  const bar = new SingleBar({
    format: '{bar} {percentage}% | {applied} applied, {rejected} rejected | {eta_formatted} left',
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
  });
  const isShown = process.stderr.isTTY && size > 0;
  if (isShown) bar.start(size, 0, { applied: 0, rejected: 0 });
  return {
    show: ({ bytes, applied, rejected }) => {
      if (isShown) bar.update(bytes, { applied, rejected });
    },
    reject: ({ line, message }) => {
      process.stderr.write(`${isShown ? '\r\x1b[K' : ''}line ${line}: ${message}\n`);
    },
    stop: () => {
      bar.stop();
    },
  };
}
