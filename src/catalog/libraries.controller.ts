import { Controller, Get, Param, UseGuards } from '@nestjs/common';
import { Addresses } from '../http/addresses.js';
import { VisitorGuard } from '../http/bearer.guard.js';
import { VisitedBy, type Visitor } from '../http/visitor.decorator.js';
import { LibrariesService } from './libraries.service.js';
import { type LibraryInformationRecord, representLibrary } from './library.representation.js';

@Controller('v1/libraries')
@UseGuards(VisitorGuard)
export class LibrariesController {
  constructor(
    private readonly libraries: LibrariesService,
    private readonly addresses: Addresses,
  ) {}

  /** The name of a library, and where to search it. */
  @Get(':websiteId')
  async find(
    @VisitedBy() visitor: Visitor,
    @Param('websiteId') websiteId: string,
  ): Promise<LibraryInformationRecord> {
    return representLibrary(await this.libraries.find(visitor, websiteId), this.addresses);
  }
}
