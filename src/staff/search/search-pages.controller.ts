import { HttpStatus, Post } from '@nestjs/common';
import { FormFields } from '../../http/fields/fields.decorators.js';
import { patronAddress, queueAddress } from '../addresses/addresses.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { type PageAnswer, PageWithStatus, Redirect } from '../console/page.js';
import { Allow } from '../permissions/allow.decorator.js';
import { SearchPage } from './search.page.js';
import { SearchForm } from './search.requests.js';
import { ConsoleSearchService, type Found } from './search.service.js';

/** The search box of every page. */
@ConsoleController('console/libraries/:websiteId/search')
export class SearchController {
  constructor(private readonly searches: ConsoleSearchService) {}

  /** Goes to the one patron or title that was found, or lists several. */
  @Post()
  @Allow('viewer', { library: 'path' })
  async find(
    @PageFrame() frame: LibraryFrame,
    @FormFields() { sought: typed = '' }: SearchForm,
  ): Promise<PageAnswer> {
    const { websiteId } = frame.library;
    const sought = typed.trim();
    if (sought === '')
      return new PageWithStatus(HttpStatus.UNPROCESSABLE_ENTITY, SearchPage({ frame, sought }));
    const found = await this.searches.find(websiteId, sought, frame.staff);
    const [only, ...others] = addressesOf(websiteId, found);
    const page = SearchPage({ frame, sought, found });
    if (only === undefined) return new PageWithStatus(HttpStatus.NOT_FOUND, page);
    return others.length === 0 ? new Redirect(only) : page;
  }
}

function addressesOf(websiteId: number, { patrons: { patrons }, titles }: Found): string[] {
  return [
    ...patrons.map(({ patronId }) => patronAddress(websiteId, patronId)),
    ...titles.map(({ reserveId }) => queueAddress(websiteId, reserveId)),
  ];
}
