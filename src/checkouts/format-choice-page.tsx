import { htmlPage } from './content/html-page.js';
import { formatName } from '../domain/titles/format.js';

/** A title's name, and the formats that the reader may choose from. */
export interface FormatChoice {
  readonly title: string;
  readonly formats: readonly string[];
  /** The sites of the patron's library that may show the page in a frame. */
  readonly frameOrigins: readonly string[];
}

/** A form that is sent to the page's own address, with a button for each format. */
export function formatChoicePage({ title, formats }: FormatChoice): string {
  return htmlPage(
    title,
    <>
      <h1>
        Choose a format for <cite>{title}</cite>
      </h1>
      <p>Your choice is for this loan, and cannot be changed.</p>
      <form method="post">
        <ul>
          {formats.map((format) => (
            <li key={format}>
              <button name="formatType" value={format}>
                {formatName(format)}
              </button>
            </li>
          ))}
        </ul>
      </form>
    </>,
  );
}
