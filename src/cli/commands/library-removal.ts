import { Command } from 'commander';
import { readConfig } from '../../platform/settings/config.js';
import { listCounts } from '../../records/engine/rejection-messages.js';
import { id } from '../argument-values.js';
import { CommandFailed } from '../command-failed.js';
import { withDatabase } from '../database-server.js';
import { findLibraryRecord } from '../library.store.js';
import { findWhatGoes, removeWithAll, type WhatGoes } from '../library-removal.store.js';

export function removeCommand(): Command {
  return new Command('remove')
    .description('print what would go with a library; with --yes, delete the library and all that')
    .argument('<websiteId>', "the library's number", id)
    .option('--yes', 'delete it, for good', false)
    .action(async (websiteId: number, { yes }: { readonly yes: boolean }) => {
      await withDatabase(readConfig(), async (database) => {
        const library = await findLibraryRecord(database, websiteId);
        if (library === undefined) throw new CommandFailed(`There is no library ${websiteId}.`);
        const name = `Library ${websiteId} ${JSON.stringify(library.name)}`;
        const parts = describe(await findWhatGoes(database, websiteId));
        if (yes) await removeWithAll(database, websiteId);
        console.log(
          yes
            ? `${name} was removed, with ${parts}.`
            : `${name} would go, with ${parts}, its settings, webhooks, events and log of actions. No mail is sent, and only a backup brings it back. Nothing was changed: add --yes to remove it.`,
        );
      });
    });
}

function describe({ patrons, holds, loans, copies, clients }: WhatGoes): string {
  const counts = listCounts(
    [patrons, 'patron'],
    [holds, 'hold'],
    [loans, 'loan'],
    [copies, 'title with copies', 'titles with copies'],
    [clients.length, 'client'],
  );
  return `${counts || 'nothing'}${clients.length === 0 ? '' : ` (${clients.join(', ')})`}`;
}
