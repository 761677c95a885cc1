/** A piece of a page that is safe as it is. */
export class Html {
  constructor(readonly text: string) {}
}

type Piece = Html | string | number | undefined | readonly Piece[];

/** Everything that is put into the template is escaped, but what is Html already; lists are joined, undefined is nothing. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  const text = strings.map((string, index) => (index === 0 ? '' : render(pieces[index - 1])) + string);
  return new Html(text.join(''));
}

function render(piece: Piece): string {
  if (piece === undefined) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'object') return piece.map(render).join('');
  return String(piece).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The little of Markdown that the document uses: paragraphs, lists, `code`, **bold**. */
export function markdown(text = ''): Html[] {
  return text.split('\n\n').map((block) => {
    if (!block.startsWith('- ')) return html`<p>${inline(block)}</p>`;
    const items = block.split('\n').map((item) => html`<li>${inline(item.replace(/^- /, ''))}</li>`);
    return html`<ul>
      ${items}
    </ul>`;
  });
}

export function inline(text = ''): Html[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`;
    if (part.startsWith('**')) return html`<b>${part.slice(2, -2)}</b>`;
    return html`${part}`;
  });
}
