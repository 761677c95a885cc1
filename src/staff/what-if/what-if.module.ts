import { Module } from '@nestjs/common';
import { WhatIfController } from './what-if-pages.controller.js';
import { WhatIfService } from './what-if.service.js';

/** What waits would be with other rules or copies. */
@Module({
  controllers: [WhatIfController],
  providers: [WhatIfService],
})
export class StaffWhatIfModule {}
