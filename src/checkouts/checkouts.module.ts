import { Module } from '@nestjs/common';
import { CirculationModule, QueuesModule } from '../circulation/circulation.module.js';
import { ContentModule } from './content/content.module.js';
import { IdempotencyModule } from '../http/idempotency/idempotency.module.js';
import { CheckoutsController } from './checkouts.controller.js';
import { CheckoutsService } from './checkouts.service.js';
import { FormatChoiceController } from './format-choice.controller.js';
import { FormatChoiceLinks } from './format-choice-links.js';
import { FormatChoiceService } from './format-choice.service.js';
import { LoanFormatsController } from './loan-formats.controller.js';
import { LoanFormatsService } from './loan-formats.service.js';

/** The service without its endpoints, for imports, which also make loans. */
@Module({ imports: [QueuesModule], providers: [CheckoutsService], exports: [CheckoutsService] })
export class CheckoutsServiceModule {}

@Module({
  imports: [CheckoutsServiceModule, CirculationModule, ContentModule, IdempotencyModule],
  controllers: [CheckoutsController, LoanFormatsController, FormatChoiceController],
  providers: [LoanFormatsService, FormatChoiceLinks, FormatChoiceService],
  exports: [CheckoutsServiceModule],
})
export class CheckoutsModule {}
