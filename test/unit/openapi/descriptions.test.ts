import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { TitleInPath } from '../../../src/http/fields/path.decorators.js';
import { Operation, Tag } from '../../../src/http/openapi/operation.decorator.js';
import { endpointsOf } from '../../../src/openapi/endpoint.js';

@Tag('Catalog')
@Controller('shelves')
class ShelvesController {
  @Get(['', 'oldest'])
  @Operation('listShelves')
  list(): void {
    return;
  }

  @Delete(':id')
  @Operation('clearShelf', { refusals: ['PayloadTooLarge'] })
  clear(@TitleInPath('TitleNotCheckedOut') _: unknown): void {
    return;
  }
}

@Tag('Catalog')
@Controller('books')
class BooksController {
  @Post(':name')
  burn(@Param('name') _: string): void {
    return;
  }
}

@Controller('pages')
class PagesController {
  @Get()
  page(): void {
    return;
  }
}

test('each path of a handler has an id of its own, and the refusals of its tag, its path and its rules', () => {
  const found = endpointsOf([ShelvesController, PagesController]);
  expect(
    found.map(({ method, path, operationId, refusals }) => [method, path, operationId, refusals]),
  ).toEqual([
    ['GET', '/shelves', 'listShelves', ['NotFound']],
    ['GET', '/shelves/oldest', 'listShelvesOldest', ['NotFound']],
    ['DELETE', '/shelves/:id', 'clearShelf', ['NotFound', 'TitleNotCheckedOut', 'PayloadTooLarge']],
  ]);
});

test('a handler without a description is refused', () => {
  expect(() => endpointsOf([BooksController])).toThrow('BooksController.burn has no @Operation().');
});
