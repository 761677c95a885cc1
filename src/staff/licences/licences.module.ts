import { Module } from '@nestjs/common';
import { LicencesFileController } from './licences-pages.controller.js';
import { LicencesController } from './licences.controller.js';
import { LicencesService } from './licences.service.js';

@Module({
  controllers: [LicencesController, LicencesFileController],
  providers: [LicencesService],
})
export class StaffLicencesModule {}
