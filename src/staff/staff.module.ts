import { Module } from '@nestjs/common';
import { ConsoleModule } from './console/console.module.js';
import { StaffAccountsModule } from './accounts/accounts.module.js';
import { StaffActionsModule } from './actions/actions.module.js';
import { StaffCalendarModule } from './calendar/calendar.module.js';
import { StaffChartsModule } from './charts/charts.module.js';
import { StaffEventsModule } from './events/events.module.js';
import { StaffImportsModule } from './imports/imports.module.js';
import { StaffLicencesModule } from './licences/licences.module.js';
import { StaffMailModule } from './mail/mail.module.js';
import { StaffPatronTitlesModule } from './patron-titles/patron-titles.module.js';
import { StaffPatronsModule } from './patrons/patrons.module.js';
import { StaffQueuesModule } from './queues/queues.module.js';
import { StaffSearchModule } from './search/search.module.js';
import { StaffSettingsModule } from './settings/settings.module.js';
import { StaffSignInModule } from './sign-in/sign-in.module.js';
import { StaffTimersModule } from './timers/timers.module.js';
import { StaffToBuyModule } from './to-buy/to-buy.module.js';
import { StaffTodayModule } from './today/today.module.js';
import { StaffWebhooksModule } from './webhooks/webhooks.module.js';
import { StaffWhatIfModule } from './what-if/what-if.module.js';

/** The work of staff, over the API and on pages, with a module for each subject. Each handler's `@Allow()` says whom it admits. */
@Module({
  imports: [
    ConsoleModule,
    StaffAccountsModule,
    StaffActionsModule,
    StaffCalendarModule,
    StaffChartsModule,
    StaffEventsModule,
    StaffImportsModule,
    StaffLicencesModule,
    StaffMailModule,
    StaffPatronTitlesModule,
    StaffPatronsModule,
    StaffQueuesModule,
    StaffSearchModule,
    StaffSettingsModule,
    StaffSignInModule,
    StaffTimersModule,
    StaffToBuyModule,
    StaffTodayModule,
    StaffWebhooksModule,
    StaffWhatIfModule,
  ],
})
export class StaffModule {}
