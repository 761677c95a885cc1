import { Module } from '@nestjs/common';
import { ClockController } from './clock.controller.js';
import { ClockService } from './clock.service.js';

/** Loaded only when `SANDBOX` is true: the clock of a real library must not be moved. */
@Module({ controllers: [ClockController], providers: [ClockService] })
export class SandboxModule {}
