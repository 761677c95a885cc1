import { Get } from '@nestjs/common';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { NumberInPath } from '../../http/fields/path.decorators.js';
import { Operation } from '../../http/openapi/operation.decorator.js';
import { type Face, Faced } from '../console/face.js';
import { FormOn } from '../console/face.interceptor.js';
import { StaffController } from '../console/staff-controller.decorator.js';
import { Allow } from '../permissions/allow.decorator.js';
import { WhatIfPage, type WhatIfTyped } from './what-if.page.js';
import { type LibraryRulesRecord, representAnswer, type WhatIfRecord } from './what-if.representation.js';
import { SubjectQuery, WhatIfQuery } from './what-if.requests.js';
import { WhatIfService } from './what-if.service.js';

/** What other rules would bring. Nothing is changed, so that the address of a result can be kept. */
@StaffController('libraries/:websiteId/what-if')
@Allow('viewer', { library: 'path' })
export class WhatIfController {
  constructor(private readonly whatIf: WhatIfService) {}

  /** See the rules of a library that `whatIf` changes. */
  @Get()
  @Operation('findRules')
  async rules(
    @NumberInPath('websiteId') websiteId: number,
    @QueryFields() typed: SubjectQuery,
    @Faced() face: Face,
  ): Promise<LibraryRulesRecord> {
    const rules = await this.whatIf.rules(websiteId);
    return face.show(rules, ({ frame }) => WhatIfPage({ frame, rules, typed: { ...typed } }));
  }

  /**
   * See what other rules, or more copies, would bring a library.
   * @remarks Beside today’s rules, for its most wanted titles or for one. Nothing is changed. A process simulates one thing at a time:
   * others are `ServiceUnavailable` for some seconds.
   */
  @Get('result')
  @Operation('whatIf', { refusals: ['MissingField', 'ServiceUnavailable'] })
  @FormOn('rules')
  async result(
    @NumberInPath('websiteId') websiteId: number,
    @QueryFields() query: WhatIfQuery,
    @Faced() face: Face,
  ): Promise<WhatIfRecord> {
    const rules = await this.whatIf.rules(websiteId);
    const answer = await this.whatIf.answer(websiteId, query);
    return face.show(representAnswer(answer), ({ frame }) =>
      WhatIfPage({ frame, rules, typed: typedOf(query), ...answer }),
    );
  }
}

/** As a form has it. */
function typedOf({ renew, ...query }: WhatIfQuery): WhatIfTyped {
  return { ...query, ...(renew !== undefined && { renew: String(renew) }) };
}
