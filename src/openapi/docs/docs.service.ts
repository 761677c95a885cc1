import { Injectable } from '@nestjs/common';
import { BuiltFiles } from '../../http/answers/built-files.js';
import { type StaticFile, staticFile } from '../../http/answers/static-file.js';
import { readPublished } from '../published.js';
import type { Described } from './described.js';
import { overviewPage } from './overview-page.js';
import { tryPage } from './try-page.js';

/** The pages for people, each made when it is first asked for, and what they load. */
@Injectable()
export class DocsService {
  private readonly files = new BuiltFiles('docs');

  private readonly overview = madeOnce((directory) =>
    overviewPage(JSON.parse(readPublished()) as Described, directory, this.files.nameOf('svg')),
  );

  private readonly tryPage = madeOnce((directory) =>
    tryPage(
      { script: this.files.nameOf('js'), style: this.files.nameOf('css'), icon: this.files.nameOf('svg') },
      directory,
    ),
  );

  /** `path`: where the page was asked for. An address may end in a slash, and links then start from there. */
  overviewAt(path: string): StaticFile {
    return this.overview(path.endsWith('/') ? './' : 'docs/');
  }

  tryPageAt(path: string): StaticFile {
    return this.tryPage(path.endsWith('/') ? '../' : './');
  }

  /** @throws Refusal `NotFound` when the pages load no file of this name */
  file(name: string): StaticFile {
    return this.files.find(name);
  }
}

/** Once for each directory that a page's links start from. */
function madeOnce(render: (directory: string) => string): (directory: string) => StaticFile {
  const made = new Map<string, StaticFile>();
  return (directory) => {
    const page = made.get(directory) ?? staticFile('text/html', Buffer.from(render(directory)));
    made.set(directory, page);
    return page;
  };
}
