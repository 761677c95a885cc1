import { Module } from '@nestjs/common';
import { DocsController } from './docs/docs.controller.js';
import { DocsService } from './docs/docs.service.js';
import { OpenApiController } from './openapi.controller.js';
import { OpenApiService } from './openapi.service.js';

/** What has an address of its own comes before the files of the page. */
@Module({ controllers: [OpenApiController, DocsController], providers: [OpenApiService, DocsService] })
export class OpenApiModule {}
