import { Injectable } from '@nestjs/common';
import { refusal } from '../../domain/errors.js';
import { BuiltFiles } from '../../http/answers/built-files.js';
import { type StaticFile, staticFile } from '../../http/answers/static-file.js';
import { readPublished } from '../published.js';
import { type Described, type Request, requestsOf } from './described.js';
import type { DocsFiles } from './docs-page.js';
import { operationPage } from './operation-page.js';
import { overviewPage } from './overview-page.js';

/** The pages for people, each made when it is first asked for, and what they load. */
@Injectable()
export class DocsService {
  private readonly built = new BuiltFiles('docs');
  /** By where their links start from. */
  private readonly made = new Map<string, StaticFile>();
  private read: Documented | undefined;

  /** `path`: where the page was asked for. An address may end in a slash, and links then start from there. */
  overviewAt(path: string): StaticFile {
    const directory = path.endsWith('/') ? './' : 'docs/';
    return this.page(directory, () => overviewPage(this.documented.described, this.filesIn(directory)));
  }

  /** @throws Refusal `NotFound` when there is no such operation */
  operationAt(path: string, operationId: string): StaticFile {
    const { described, requests } = this.documented;
    const request = requests.get(operationId);
    if (request === undefined) throw refusal('NotFound');
    const directory = path.endsWith('/') ? '../../' : '../';
    return this.page(directory + operationId, () =>
      operationPage(described, request, this.filesIn(directory)),
    );
  }

  /** @throws Refusal `NotFound` when the pages load no file of this name */
  file(name: string): StaticFile {
    return this.built.find(name);
  }

  private get documented(): Documented {
    return (this.read ??= readDocumented());
  }

  private filesIn(directory: string): DocsFiles {
    return { directory, icon: this.built.nameOf('svg'), script: this.built.nameOf('js') };
  }

  private page(key: string, render: () => string): StaticFile {
    const page = this.made.get(key) ?? staticFile('text/html', Buffer.from(render()));
    this.made.set(key, page);
    return page;
  }
}

interface Documented {
  readonly described: Described;
  /** By operationId. */
  readonly requests: ReadonlyMap<string, Request>;
}

function readDocumented(): Documented {
  const described = JSON.parse(readPublished()) as Described;
  const requests = requestsOf(described).map((each) => [each.operation.operationId, each] as const);
  return { described, requests: new Map(requests) };
}
