import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import { findPatron } from '../../access/tokens/tokens.store.js';
import { refusal } from '../../domain/errors.js';
import { parseId } from '../../domain/numbers.js';
import type { PatronKey } from '../../domain/patron.js';
import { Database } from '../../platform/database/database.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';

/** A patron, and who of the staff serves the patron. */
export interface ServedPatron {
  readonly patron: PatronKey;
  readonly staff: StaffPrincipal;
}

@Injectable()
class KnownPatron implements PipeTransform<Request, Promise<ServedPatron>> {
  constructor(private readonly database: Database) {}

  async transform({ params, user }: Request): Promise<ServedPatron> {
    const patronId = parseId(String(params.patronId));
    const patron = patronId === undefined ? undefined : await findPatron(this.database, patronId);
    const isHere = params.websiteId === undefined || parseId(String(params.websiteId)) === patron?.websiteId;
    if (patron === undefined || !isHere) throw refusal('NotFound');
    return { patron, staff: user as StaffPrincipal };
  }
}

const ServedInPath = createParamDecorator((_: undefined, context: ExecutionContext) =>
  context.switchToHttp().getRequest<Request>(),
);

/**
 * The patron in the path, of the library that the path names, if it does. Only behind the StaffGuard.
 * @throws Refusal `NotFound`
 */
export const Served = (): ParameterDecorator => ServedInPath(KnownPatron);
