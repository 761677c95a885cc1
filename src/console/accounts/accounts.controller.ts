import { Get } from '@nestjs/common';
import type { VNode } from 'preact';
import { LibraryAccounts } from '../../staff/accounts/library-accounts.service.js';
import { Allow } from '../../staff/permissions/allow.decorator.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../frame.js';
import { AccountsPage } from './accounts.page.js';

/** Who may do what in the library. */
@ConsoleController('console/libraries/:websiteId/accounts')
export class ConsoleAccountsController {
  constructor(private readonly accounts: LibraryAccounts) {}

  @Get()
  @Allow('admin', { library: 'path' })
  async list(@PageFrame() frame: LibraryFrame): Promise<VNode> {
    return AccountsPage({ frame, accounts: await this.accounts.of(frame.library.websiteId) });
  }
}
