import { Injectable } from '@nestjs/common';
import type { ErrorRecord } from './error.representation.js';

/** An error as a page for people. */
export interface ErrorPage {
  readonly mediaType: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type RenderError = (error: ErrorRecord) => ErrorPage;

/** Where errors are pages instead of JSON: at the addresses that people open in a browser. */
@Injectable()
export class ErrorPages {
  private readonly renderers = new Map<string, RenderError>();

  /** @param path the errors of this address, and of all below it, are rendered by `render` */
  add(path: string, render: RenderError): void {
    this.renderers.set(path, render);
  }

  /** Undefined where errors are JSON. */
  pageFor(path: string, error: ErrorRecord): ErrorPage | undefined {
    for (const [base, render] of this.renderers)
      if (path === base || path.startsWith(`${base}/`)) return render(error);
    return undefined;
  }
}
