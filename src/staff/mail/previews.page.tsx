import type { VNode } from 'preact';
import { LANGUAGES, languageCodeOf } from '../../domain/languages.js';
import type { NoticePreview } from '../../notifications/composing/notice-preview.js';
import {
  PREVIEWED_NOTICES,
  type PreviewedNotice,
} from '../../notifications/composing/notice-previews.service.js';
import { staffNameOf } from '../../notifications/notice-types/notice-types.js';
import { isWatchNews } from '../../notifications/notice-types/watched.js';
import { pageAddress, withQuery } from '../addresses/addresses.js';
import { Choice } from '../console/components/field.js';
import { Form } from '../console/components/form.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

interface PreviewsPageProps {
  readonly frame: LibraryFrame;
  readonly occasion: PreviewedNotice;
  readonly preview: NoticePreview;
}

/** A notice as patrons get it: the mail's subject, its text, and a link to its HTML, which has its own address; the text message. */
export function PreviewsPage({ frame, occasion, preview }: PreviewsPageProps): VNode {
  const { subject, text, textMessage, language, direction } = preview;
  const address = pageAddress(frame.library.websiteId, 'previews');
  // A library may have a region in it, such as es-MX.
  const code = languageCodeOf(language);
  return (
    <Layout frame={frame} section="previews" title="Previews of notices">
      <Form method="get" action={address} button="Show">
        <Choice
          label="Type of notice"
          name="occasion"
          options={PREVIEWED_NOTICES.map((each) => [each, nameOf(each)] as const)}
          value={occasion}
        />
        <Choice
          label="Language"
          name="language"
          options={LANGUAGES.map((each) => [each, languageNames.of(each) ?? each] as const)}
          value={code}
        />
      </Form>
      <h2>Subject</h2>
      <p lang={language} dir={direction}>
        {subject}
      </p>
      <h2>As a page</h2>
      <p>
        <a href={withQuery(`${address}/mail`, { occasion, language: code })}>See the mail as a page</a>
      </p>
      <h2>As text</h2>
      <pre class="mail" lang={language} dir={direction}>
        {text}
      </pre>
      {textMessage !== null && (
        <>
          <h2>As a text message</h2>
          <p lang={language} dir={direction}>
            {textMessage}
          </p>
        </>
      )}
    </Layout>
  );
}

function nameOf(each: PreviewedNotice): string {
  return isWatchNews(each) ? staffNameOf('ended', each) : staffNameOf(each);
}
