import { Injectable } from '@nestjs/common';
import { refusal } from '../../domain/errors.js';
import { type StaticFile, staticFile } from '../static-file.js';
import { readDocsFiles } from './docs-files.js';
import { docsPage } from './docs-page.js';

/** The page for people, and what it loads: read and made once. */
@Injectable()
export class DocsService {
  private readonly files = readDocsFiles();
  private readonly page = pageWith('docs/');
  private readonly pageWithSlash = pageWith('./');

  /** `path`: where the page was asked for. An address may end in a slash, and links then start from there. */
  pageAt(path: string): StaticFile {
    return path.endsWith('/') ? this.pageWithSlash : this.page;
  }

  /** @throws Refusal `NotFound` when the page loads no file of this name */
  file(name: string): StaticFile {
    const file = this.files.get(name);
    if (file === undefined) throw refusal('NotFound');
    return file;
  }
}

function pageWith(directory: string): StaticFile {
  return staticFile('text/html', Buffer.from(docsPage(directory)));
}
