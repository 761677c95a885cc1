import { HttpStatus } from '@nestjs/common';
import type { ErrorCode } from '../domain/errors.js';

/** The HTTP status of every refusal: exhaustive, so that a new code cannot be forgotten here. */
export const ERROR_STATUS: Readonly<Record<ErrorCode, HttpStatus>> = {
  InvalidRequestBody: HttpStatus.BAD_REQUEST,
  MissingField: HttpStatus.BAD_REQUEST,
  InvalidFieldValue: HttpStatus.BAD_REQUEST,
  InvalidEmailAddress: HttpStatus.BAD_REQUEST,
  Unauthorized: HttpStatus.UNAUTHORIZED,
  NotFound: HttpStatus.NOT_FOUND,
  PatronDoesntHaveTitleOnHold: HttpStatus.NOT_FOUND,
  HoldNotSuspended: HttpStatus.NOT_FOUND,
  AlreadyOnWaitList: HttpStatus.BAD_REQUEST,
  PatronExceededHoldLimit: HttpStatus.BAD_REQUEST,
  HoldAlreadySuspended: HttpStatus.BAD_REQUEST,
  HoldReadyForCheckout: HttpStatus.BAD_REQUEST,
  IgnoreHoldEmailCannotBeChanged: HttpStatus.BAD_REQUEST,
  EmailAddressMismatch: HttpStatus.BAD_REQUEST,
  TitleAlreadyCheckedOut: HttpStatus.BAD_REQUEST,
  NoCopiesAvailable: HttpStatus.BAD_REQUEST,
  PatronHasExceededCheckoutLimit: HttpStatus.BAD_REQUEST,
  TitleNotCheckedOut: HttpStatus.BAD_REQUEST,
  PatronDoesntHaveTitleCheckedOut: HttpStatus.BAD_REQUEST,
  InvalidLendingPeriod: HttpStatus.BAD_REQUEST,
  MethodNotAllowed: HttpStatus.METHOD_NOT_ALLOWED,
  PayloadTooLarge: HttpStatus.PAYLOAD_TOO_LARGE,
  UnsupportedMediaType: HttpStatus.UNSUPPORTED_MEDIA_TYPE,
  TooManyRequests: HttpStatus.TOO_MANY_REQUESTS,
  RequestTimeout: HttpStatus.REQUEST_TIMEOUT,
  ServiceUnavailable: HttpStatus.SERVICE_UNAVAILABLE,
  InternalServerError: HttpStatus.INTERNAL_SERVER_ERROR,
};
