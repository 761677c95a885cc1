import { Get } from '@nestjs/common';
import type { VNode } from 'preact';
import { Allow } from '../permissions/allow.decorator.js';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { librariesServed } from '../permissions/staff-principal.js';
import { libraryAddress } from '../addresses/addresses.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type Frame, type LibraryFrame, PageFrame } from '../console/frame.js';
import { LibrariesService, onlyOneOf } from '../console/libraries.service.js';
import { type PageAnswer, Redirect } from '../console/page.js';
import { MAX_PICKUPS, PickupsPage } from './pickups.page.js';
import { LibrariesPage, LibrarysTodayPage, TodayPage } from './today.page.js';
import { LibrariesQuery } from './today.requests.js';
import { TodayService } from './today.service.js';
import { WorkService } from './work.service.js';

/** The first pages: what stands out, and which libraries there are. */
@ConsoleController('console')
export class TodayController {
  constructor(
    private readonly today: TodayService,
    private readonly libraries: LibrariesService,
    private readonly work: WorkService,
  ) {}

  /** In all libraries of the staff member. Where there is one, its own page says the same, with its navigation. */
  @Get()
  @Allow('viewer', { library: 'own' })
  async all(@PageFrame() frame: Frame): Promise<PageAnswer> {
    const libraries = await this.libraries.of(frame.staff);
    const only = onlyOneOf(libraries);
    // The message is for the page that is seen.
    if (only !== undefined) return new Redirect(libraryAddress(only.websiteId), frame.message);
    const today = await this.today.of(libraries, librariesServed(frame.staff), frame.staff);
    return TodayPage({ frame, today });
  }

  @Get('libraries')
  @Allow('viewer', { library: 'own' })
  async list(@PageFrame() frame: Frame, @QueryFields() wanted: LibrariesQuery): Promise<VNode> {
    return LibrariesPage({ frame, libraries: await this.libraries.of(frame.staff), wanted });
  }

  @Get('libraries/:websiteId')
  @Allow('viewer', { library: 'path' })
  async ofLibrary(@PageFrame() frame: LibraryFrame): Promise<VNode> {
    return LibrarysTodayPage({ frame, day: await this.today.ofLibrary(frame.library, frame.staff) });
  }

  @Get('libraries/:websiteId/pickups')
  @Allow('viewer', { library: 'path' })
  async pickups(@PageFrame() frame: LibraryFrame): Promise<VNode> {
    return PickupsPage({ frame, pickups: await this.work.pickupsToday(frame.library, MAX_PICKUPS) });
  }
}
