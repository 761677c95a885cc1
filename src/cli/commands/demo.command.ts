import { Command } from 'commander';
import { readSettings } from '../../platform/settings/config.js';
import { withDatabase } from '../database-server.js';
import { CommandFailed } from '../command-failed.js';
import { ensureDemoAccount } from '../demo-account.js';
import { createDemoTokens, loadDemoLibrary } from '../demo-library.js';
import { howToOpenConsole, howToTry } from '../greeting.js';
import { operatorTokenFor } from '../operator-token.js';

export function demoCommand(): Command {
  return new Command('demo')
    .description(
      'load the demo library, unless there is a library already, and print tokens and a password to try it',
    )
    .action(async () => {
      const settings = readSettings();
      // The tokens belong to the first patrons, who must not be those of a real library.
      if (!settings.config.sandbox)
        throw new CommandFailed(
          'The demo library is for a sandbox. Set SANDBOX to true, or import your own data.',
        );
      await withDatabase(settings.config, async (database) => {
        // Reads the token that the service in the same folder uses.
        const { config } = (await operatorTokenFor(settings))(settings);
        const records = await loadDemoLibrary(database);
        if (records !== undefined) console.log(`Loaded the demo library: ${records} records.`);
        const [first, second] = await createDemoTokens(database, config, 2);
        console.log(['', ...howToTry(config, first?.token, second?.token ?? ''), ''].join('\n'));
        const account = await ensureDemoAccount(config, database);
        if (account !== undefined) console.log([...howToOpenConsole(config, account), ''].join('\n'));
      });
    });
}
