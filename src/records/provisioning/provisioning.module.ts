import { Global, Module } from '@nestjs/common';
import { IlsPatrons } from '../../access/ils/ils-patrons.js';
import { RecordsModule } from '../records.module.js';
import { ProvisionedPatrons } from './provisioned-patrons.js';

/** Global, because sign-ins need it, and `records` imports their module. */
@Global()
@Module({
  imports: [RecordsModule],
  providers: [{ provide: IlsPatrons, useClass: ProvisionedPatrons }],
  exports: [IlsPatrons],
})
export class ProvisioningModule {}
