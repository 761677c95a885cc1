import { Module } from '@nestjs/common';
import { RecordsModule } from '../../records/records.module.js';
import { CsvImports } from './csv-imports.service.js';
import { CsvController } from './csv.controller.js';
import { ConsoleImportsController } from './imports-pages.controller.js';
import { ImportsController, RecordsController } from './imports.controller.js';
import { ImportsService } from './imports.service.js';
import { RecordsService } from './records.service.js';
import { Uploads } from './uploads.js';

/** Records and lists that staff send. */
@Module({
  imports: [RecordsModule],
  controllers: [RecordsController, ImportsController, CsvController, ConsoleImportsController],
  providers: [RecordsService, ImportsService, CsvImports, Uploads],
  exports: [RecordsService],
})
export class StaffImportsModule {}
