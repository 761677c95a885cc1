import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import type { KeptForm } from './components/kept-form.js';
import type { Library } from '../../platform/database/libraries.store.js';

/** The parts of a page around its own content. */
export interface Frame {
  readonly staff: StaffPrincipal;
  /** Whether staff may use another handler of the page's controller, in the page's library. */
  readonly mayUse: (handler: string) => boolean;
  /** The page's library; undefined on pages about none or about several. */
  readonly library: Library | undefined;
  /** Whether patrons have pages at `/shelf`. */
  readonly hasShelf: boolean;
  /** Whether the service draws covers. */
  readonly hasCovers: boolean;
  /** The result of the previous request; shown once. */
  readonly message: string | undefined;
  /** A form of the page that came after the session had ended. */
  readonly kept: KeptForm | undefined;
}

/** The frame of a page about one library. */
export interface LibraryFrame extends Frame {
  readonly library: Library;
}

export function rememberFrame(response: Response, frame: Frame): void {
  response.locals.frame = frame;
}

/** Undefined if the page needs none, or was refused before it had one. */
export function frameOf(response: Response): Frame | undefined {
  return response.locals.frame as Frame | undefined;
}

/** Keeps the form for its page, which is requested next. */
export function rememberKeptForm(response: Response, kept: KeptForm): void {
  response.locals.keptForm = kept;
}

export function keptFormOf(response: Response): KeptForm | undefined {
  return response.locals.keptForm as KeptForm | undefined;
}

/** The frame of the page. Below `libraries/:websiteId` it is a `LibraryFrame`: an unknown library was refused before. */
export const PageFrame = createParamDecorator((_: undefined, context: ExecutionContext): Frame =>
  frameOf(context.switchToHttp().getResponse<Response>())!,
);
