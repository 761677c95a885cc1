import { formatName } from '../../domain/titles/format.js';
import { htmlPage } from './html-page.js';

/** The page as HTML. */
export function pageOf(title: string, formatType: string): string {
  return htmlPage(
    title,
    <>
      <h1>
        You may read <cite>{title}</cite> now
      </h1>
      <p>Format: {formatName(formatType)}.</p>
      <p>This page stands in for a content server, which the setting CONTENT_URL names.</p>
    </>,
  );
}
