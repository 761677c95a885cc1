import { Module } from '@nestjs/common';
import { ClockController } from './clock.controller.js';
import { ClockService } from './clock.service.js';

/** Only in a sandbox: nobody moves a library's time. */
@Module({ controllers: [ClockController], providers: [ClockService] })
export class SandboxModule {}
