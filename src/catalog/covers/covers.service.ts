import { Injectable } from '@nestjs/common';
import { refusal } from '../../domain/errors.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import { Database } from '../../platform/database/database.js';
import { drawCover } from './cover-drawing.js';
import { findTitle } from './covers.store.js';

@Injectable()
export class CoversService {
  constructor(private readonly database: Database) {}

  /**
   * The cover as SVG.
   * @throws Refusal `NotFound` when there is no such title
   */
  async draw(id: TitleId): Promise<string> {
    const title = await findTitle(this.database, id);
    if (title === undefined) throw refusal('NotFound');
    return drawCover(title);
  }
}
