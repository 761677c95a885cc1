import { Controller, Get, UseGuards } from '@nestjs/common';
import { Addresses } from '../http/addresses.js';
import { PrincipalGuard } from '../http/bearer.guard.js';
import { NumberInPath } from '../http/path.decorators.js';
import { CurrentPrincipal, type Principal } from '../http/principal.decorator.js';
import { LibrariesService } from './libraries.service.js';
import { type LibraryInformationRecord, representLibrary } from './library.representation.js';

@Controller('v1/libraries')
@UseGuards(PrincipalGuard)
export class LibrariesController {
  constructor(
    private readonly libraries: LibrariesService,
    private readonly addresses: Addresses,
  ) {}

  /** The name of a library, and where to search it. */
  @Get(':websiteId')
  async find(
    @CurrentPrincipal() principal: Principal,
    @NumberInPath('websiteId') websiteId: number,
  ): Promise<LibraryInformationRecord> {
    return representLibrary(await this.libraries.find(principal, websiteId), this.addresses);
  }
}
