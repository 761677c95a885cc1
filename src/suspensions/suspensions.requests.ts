import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { type SentAddress, SUSPENSION_TYPES, type SuspensionType } from '../domain/holds/suspension.js';
import { IsNumberOfDays, wantedSuspension } from '../holds/suspension.requests.js';
import { notAllowed } from '../http/fields/request-class.js';
import { EMAIL_ADDRESS, IsText, IsTitleId, readMailbox } from '../http/fields/validators.js';
import { titlesNamedBy } from '../http/fields/title-fields.js';
import type { RequestedSuspension } from './suspensions.service.js';

/**
 * Suspend a hold, or change its suspension (contract: #suspend-a-hold, contract: #change-a-suspension). The path names the
 * title; fields that name it too must agree.
 */
export class SuspensionRequest {
  @IsOptional() @IsTitleId() id?: string;
  @IsOptional() @IsTitleId() reserveId?: string;
  @IsOptional() @IsTitleId() crossRefId?: string;
  /** The patron’s current address, which becomes the hold’s. Ignored for a hold placed without one. */
  // Any text: only the service knows whether the hold needs an address.
  @IsOptional() @IsText('reader@example.org') emailAddress?: string;
  /** `indefinite` stays until it is released. */
  @IsIn(SUSPENSION_TYPES) suspensionType!: SuspensionType;
  /** Days of 24 hours, from now. */
  @IsNumberOfDays() numberOfDays?: number;
}

/** @throws Refusal `MissingField` for a limited suspension without days */
export function requestedSuspension(
  request: SuspensionRequest,
  suspension: RequestedSuspension['suspension'] = wantedSuspension(request),
): RequestedSuspension {
  return {
    titlesNamed: titlesNamedBy(request),
    suspension,
    emailAddress: request.emailAddress === undefined ? undefined : sentAddress(request.emailAddress),
  };
}

function sentAddress(text: string): SentAddress {
  const { message, context } = EMAIL_ADDRESS;
  const address = readMailbox(text);
  if (address !== undefined) return { text: address, problem: undefined };
  return { text, problem: notAllowed('emailAddress', message, context.refusedWith) };
}

/** Suspend all holds (contract: #suspend-all-holds). It takes no address: the holds may have different ones. */
export class SuspendAllRequest {
  /** `indefinite` stays until it is released. */
  @IsIn(SUSPENSION_TYPES) suspensionType!: SuspensionType;
  /** Days of 24 hours, from now. */
  @IsNumberOfDays() numberOfDays?: number;
  /** Ready holds, too: their copies go to the next in line. Without it they stay ready (`leftReady`). */
  @IsOptional() @IsBoolean() includeReady?: boolean;
}
