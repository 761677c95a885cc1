import { Module } from '@nestjs/common';
import { ChartsController } from './charts-pages.controller.js';

/** Figures of a library over time. */
@Module({
  controllers: [ChartsController],
})
export class StaffChartsModule {}
