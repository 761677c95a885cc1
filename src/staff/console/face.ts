import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import type { VNode } from 'preact';
import type { LibraryFrame } from './frame.js';
import { FileAnswer, type PageAnswer, Redirect } from './page.js';

/** The properties of a page: the record that a program gets, and the frame. */
export type Shown<Shape> = Shape & { readonly frame: LibraryFrame };

/** Answers programs at `operator/v1` with the record, and browsers at the console with a page about it. The handler returns the record. */
export class Face {
  private page: (() => PageAnswer | Promise<PageAnswer>) | undefined;

  /** @param frame of the page; absent for a program */
  constructor(private readonly frame?: LibraryFrame) {}

  /** Shows the record on a page. */
  show<Shape extends object>(record: Shape, page: (shown: Shown<Shape>) => VNode | Promise<VNode>): Shape {
    const { frame } = this;
    if (frame !== undefined) this.page = () => page({ ...record, frame });
    return record;
  }

  /** Redirects browsers to `address`, with this message if there is one. */
  done<Shape>(record: Shape, address: string, message?: string): Shape {
    this.page = () => new Redirect(address, message);
    return record;
  }

  /** Gives browsers the record as a file. */
  file<Shape extends object>(record: Shape, name: string): Shape {
    this.page = () => new FileAnswer(name, 'application/json', JSON.stringify(record, null, 2));
    return record;
  }

  /** Undefined if the handler has called none of these methods. */
  async answer(): Promise<PageAnswer | undefined> {
    return this.page?.();
  }
}

export function rememberFace(response: Response, face: Face): Face {
  response.locals.face = face;
  return face;
}

/** Answers programs and browsers. Use it only in a `@StaffController`. */
export const Faced = createParamDecorator(
  (_: undefined, context: ExecutionContext): Face =>
    context.switchToHttp().getResponse<Response>().locals.face as Face,
);
