import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { ErrorRecord } from './error.representation.js';

/** An error as a page for people. */
export interface ErrorPage {
  readonly mediaType: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type RenderError = (error: ErrorRecord, request: Request) => ErrorPage;

/** The addresses whose errors are pages instead of JSON: people open them in a browser. */
@Injectable()
export class ErrorPages {
  private elsewhere: RenderError | undefined;
  private readonly renderers = new Map<string, { readonly render: RenderError; readonly always: boolean }>();

  /** @param path `render` renders the errors at this address and below it */
  add(path: string, render: RenderError): void {
    this.renderers.set(path, { render, always: true });
  }

  /** Like `add`, but programs, which do not prefer HTML to JSON, get JSON. */
  addForBrowsers(path: string, render: RenderError): void {
    this.renderers.set(path, { render, always: false });
  }

  /** For browsers that open an address which is nowhere. */
  addElsewhere(render: RenderError): void {
    this.elsewhere = render;
  }

  /** Undefined where errors are JSON. */
  pageFor(request: Request, error: ErrorRecord): ErrorPage | undefined {
    const { path } = request;
    const isBrowser = request.accepts(['json', 'html']) === 'html';
    for (const [base, { render, always }] of this.renderers)
      if (path === base || path.startsWith(`${base}/`))
        return always || isBrowser ? render(error, request) : undefined;
    const isOpened = isOpenedByBrowser(request) && error.errorCode === 'NotFound';
    return isOpened ? this.elsewhere?.(error, request) : undefined;
  }
}

/**
 * Browsers name XHTML when they open an address. Programs may prefer HTML without knowing it: so do all that leave Java's own `Accept` as it is.
 */
function isOpenedByBrowser({ method, headers }: Request): boolean {
  const namesXhtml = headers.accept?.includes('application/xhtml+xml') === true;
  return method === 'GET' && headers.authorization === undefined && namesXhtml;
}
