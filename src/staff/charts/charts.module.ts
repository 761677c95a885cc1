import { Module } from '@nestjs/common';
import { ChartsController } from './charts.controller.js';

/** A library's figures over time. */
@Module({
  controllers: [ChartsController],
})
export class StaffChartsModule {}
