import { Module } from '@nestjs/common';
import { AccountsController } from './accounts.controller.js';
import { LibraryAccounts } from './library-accounts.service.js';
import { AccountController } from './own-account-pages.controller.js';
import { OwnAccount } from './own-account.service.js';

/** Accounts and API tokens of staff, and one's own account. */
@Module({
  controllers: [AccountController, AccountsController],
  providers: [LibraryAccounts, OwnAccount],
})
export class StaffAccountsModule {}
