import { formatName } from '../domain/format.js';
import { escaped } from '../http/escaped.js';

/** The page as HTML, without scripts or styles; it loads nothing. */
export function pageOf(title: string, formatType: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
</head>
<body>
<h1>You may read <cite>${escaped(title)}</cite> now</h1>
<p>Format: ${escaped(formatName(formatType))}.</p>
<p>This page stands in for a content server, which the setting CONTENT_URL names.</p>
</body>
</html>
`;
}
