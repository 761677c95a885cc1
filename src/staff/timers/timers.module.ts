import { Module } from '@nestjs/common';
import { TimersController } from './timers.controller.js';
import { LibraryTimersService } from './timers.service.js';

@Module({ controllers: [TimersController], providers: [LibraryTimersService] })
export class StaffTimersModule {}
