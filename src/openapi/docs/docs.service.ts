import { Injectable } from '@nestjs/common';
import { BuiltFiles } from '../../http/answers/built-files.js';
import { type StaticFile, staticFile } from '../../http/answers/static-file.js';
import { docsPage } from './docs-page.js';

/** The page for people, made when it is first asked for, and what it loads. */
@Injectable()
export class DocsService {
  private readonly files = new BuiltFiles('docs');
  private readonly pages = new Map<string, StaticFile>();

  /** `path`: where the page was asked for. An address may end in a slash, and links then start from there. */
  pageAt(path: string): StaticFile {
    const directory = path.endsWith('/') ? './' : 'docs/';
    const page = this.pages.get(directory) ?? this.pageWith(directory);
    this.pages.set(directory, page);
    return page;
  }

  /** @throws Refusal `NotFound` when the page loads no file of this name */
  file(name: string): StaticFile {
    return this.files.find(name);
  }

  private pageWith(directory: string): StaticFile {
    const [script, style, icon] = (['js', 'css', 'png'] as const).map((each) => this.files.nameOf(each));
    const page = docsPage({
      script: `${directory}${script}`,
      style: `${directory}${style}`,
      icon: `${directory}${icon}`,
      collection: `${directory}postman.json`,
    });
    return staticFile('text/html', Buffer.from(page));
  }
}
