import { Command } from 'commander';
import { readConfig } from '../../platform/settings/config.js';
import {
  isMailOrigin,
  moveMailOrigin,
  retryNoticesNow,
} from '../../notifications/sending/mail-origin.store.js';
import { withDatabase } from '../database-server.js';

export function resumeMailCommand(): Command {
  return new Command('resume-mail')
    .description(
      'send notices from this database, which is a restored copy; the original must not send them any more',
    )
    .action(async () => {
      const config = readConfig();
      const wasPaused = await withDatabase(config, async (database) => {
        if (await isMailOrigin(database)) return false;
        await moveMailOrigin(database);
        await retryNoticesNow(database);
        return true;
      });
      console.log(
        wasPaused
          ? 'Mail is resumed: within seconds, the workers send what waits.'
          : 'Mail was not paused: this database is no restored copy.',
      );
      if (config.mailPaused) console.log('MAIL_PAUSED is true: processes with that setting send no mail.');
    });
}
