import { Controller, Get, Param, UseGuards } from '@nestjs/common';
import type { TitleId } from '../../domain/titles/title-id.js';
import { Addresses } from '../../http/answers/addresses.js';
import { PrincipalGuard } from '../../http/authorization/bearer.guard.js';
import { TitleInPath } from '../../http/fields/path.decorators.js';
import { CurrentPrincipal, type Principal } from '../../http/authorization/principal.decorator.js';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import {
  type BulkMetadataRecord,
  type MetadataRecord,
  representBulkMetadata,
  representMetadata,
} from './metadata.representation.js';
import { MetadataService } from './metadata.service.js';
import { BulkMetadataQuery, namedTitles } from '../titles/named-titles.requests.js';

/** What the records of titles say (contract: #get-metadata, contract: #get-metadata-of-several-titles). */
@Tag('Catalog')
@Controller('v1/collections/:token')
@UseGuards(PrincipalGuard)
export class MetadataController {
  constructor(
    private readonly titles: MetadataService,
    private readonly addresses: Addresses,
  ) {}

  /** Read the metadata of a title. */
  @Get('products/:id/metadata')
  @Operation('findMetadata')
  async find(
    @CurrentPrincipal() principal: Principal,
    @Param('token') token: string,
    @TitleInPath('NotFound') named: TitleId,
  ): Promise<MetadataRecord> {
    const { collections, title } = await this.titles.find(principal, token, named);
    return representMetadata(collections, title, this.addresses);
  }

  /** Read the metadata of several titles. @remarks Titles that are in none of the collections are left out. */
  @Get('bulkmetadata')
  @Operation('listMetadata')
  async findSeveral(
    @CurrentPrincipal() principal: Principal,
    @Param('token') token: string,
    @QueryFields() { reserveIds }: BulkMetadataQuery,
  ): Promise<BulkMetadataRecord> {
    return representBulkMetadata(
      await this.titles.findAll(principal, token, namedTitles(reserveIds).titles),
      this.addresses,
    );
  }
}
