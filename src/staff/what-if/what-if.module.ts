import { Module } from '@nestjs/common';
import { WhatIfController } from './what-if.controller.js';
import { WhatIfService } from './what-if.service.js';

@Module({ controllers: [WhatIfController], providers: [WhatIfService] })
export class StaffWhatIfModule {}
