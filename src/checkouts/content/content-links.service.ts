import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '../../domain/errors.js';
import {
  contentOf,
  type FormatContent,
  type FormatDetails,
  mediaTypeOf,
} from '../../domain/titles/format.js';
import type { Link } from '../../http/answers/addresses.js';
import { readDatabaseTime } from '../../platform/database/clock.store.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { Database } from '../../platform/database/database.js';
import { asSent, contentTemplateOf, expand, hasContentPage } from './content-address.js';
import { CONTENT_KEY } from './content-key.js';
import { signAddress } from './signature.js';

/** A title with the address of its content, if known. */
export interface TitleWithContent {
  readonly reserveId: string;
  readonly crossRefId: number;
  readonly formatDetails: readonly FormatDetails[];
}

/** Makes signed addresses of content, which are valid for a short time. They do not name the patron. */
@Injectable()
export class ContentLinksService {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CONTENT_KEY) private readonly key: string | undefined,
  ) {}

  /** @throws Refusal `PatronTitleProcessingFailed` when the place of the content is unknown */
  async linkTo(title: TitleWithContent, formatType: string): Promise<Link> {
    const place = this.placeOf(title, formatType);
    if (place === undefined || this.key === undefined)
      throw new Refusal('PatronTitleProcessingFailed', 'There is no content to hand out for this title.');
    const now = await readDatabaseTime(this.database);
    const expires = Math.floor(now.getTime() / 1000) + this.config.contentLinkSeconds;
    return { href: signAddress(place.href, expires, this.key), type: place.type };
  }

  /** Whether the place of the content is known. */
  has(title: TitleWithContent, formatType: string): boolean {
    return this.key !== undefined && this.placeOf(title, formatType) !== undefined;
  }

  /** Undefined also when the address in the title's record cannot be signed. */
  private placeOf(title: TitleWithContent, formatType: string): FormatContent | undefined {
    const place = contentOf(formatType, title.formatDetails) ?? this.placeAtServer(title, formatType);
    const href = place && asSent(place.href);
    return place && href !== undefined ? { href, type: place.type } : undefined;
  }

  private placeAtServer(title: TitleWithContent, formatType: string): FormatContent | undefined {
    const template = contentTemplateOf(this.config);
    if (template === undefined) return undefined;
    const { reserveId, crossRefId, formatDetails } = title;
    const type = hasContentPage(this.config) ? 'text/html' : mediaTypeOf(formatType, formatDetails);
    return { href: expand(template, { reserveId, crossRefId, formatType }), type };
  }
}
