import type { VNode } from 'preact';
import type { SettingName } from '../../records/kinds/settings/settings.schema.js';
import { pageAddress, withQuery } from '../addresses/addresses.js';
import { ColorControl, LanguageControls, TimeZoneControl } from './look.controls.js';
import { ACTION_FIELD, PREVIEW } from './settings-form.js';
import { lookOf } from './settings.requests.js';
import { Choice, Field } from '../console/components/field.js';
import { PostForm } from '../console/components/form.js';
import { Notice } from '../console/components/notice.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import type { SettingProblems, SettingValues } from './settings.service.js';

interface SettingText {
  readonly label: string;
  /** What it may be, or what it is where it is left empty. */
  readonly hint?: string;
  /** It is chosen from these; the first is the service's own. */
  readonly options?: readonly (readonly [value: string, text: string])[];
}

const YES_OR_NO = [
  ['', 'Yes'],
  ['false', 'No'],
] as const;

/** By heading: a text field, a choice, or a control of its own. The compiler notices a setting that is missing. */
const CONTROLS: Readonly<Record<SettingName, SettingText | typeof ColorControl>> = {
  'notices.name': { label: 'Name in notices', hint: 'Empty: the name of the library.' },
  'notices.homepage': { label: 'Homepage' },
  'notices.logo': {
    label: 'Address of the logo',
    hint: 'Begins with https://. Notices and the shelf show it; these pages do not.',
  },
  'notices.color': ColorControl,
  'notices.timeZone': TimeZoneControl,
  'notices.languages': LanguageControls,
  'notices.reminderHours': {
    label: 'Hours of the reminder before a pickup ends',
    hint: 'Empty: no reminder.',
  },
  'notices.titleUrl': {
    label: 'Address of the page of a title',
    hint: 'With one {reserveId} or {crossRefId}, such as https://library.example/titles/{reserveId}.',
  },
  'mail.fromAddress': { label: 'Sender of mails', hint: 'Empty: the service’s own.' },
  'mail.fromName': { label: 'Name of the sender' },
  'mail.replyTo': { label: 'Address for answers' },
  'collections.holdsPerCopy': { label: 'Active holds for each copy, at most', hint: 'Empty: 6.' },
  'collections.targetWaitDays': {
    label: 'Days that a new hold is likely to wait, at most',
    hint: 'Empty: no goal.',
  },
  'holds.daysWithoutCopies': {
    label: 'Days after which a hold ends when the last copy is gone',
    hint: 'From the notice to the patron on, 7 to 365. Empty: the hold stays.',
  },
  'identityProvider.issuer': { label: 'Issuer', hint: 'With it, the audience and the keys are needed, too.' },
  'identityProvider.audience': { label: 'Audience' },
  'identityProvider.jwksUrl': { label: 'Address of the keys' },
  'identityProvider.patronClaim': {
    label: 'Claim that names the patron',
    hint: 'Such as barcode:cardNumber, or number:externalId. Empty: patron_id, with the service’s number of the patron.',
  },
  'identityProvider.libraryClaim': {
    label: 'Claim that names the library',
    hint: 'Such as home_library=EAST: needed if libraries share a provider. Empty: all its tokens are of this library.',
  },
  'signIn.kind': {
    label: 'Protocol',
    options: [
      ['', 'None: the records of patrons have cards and PINs'],
      ['sip2', 'SIP2'],
    ],
  },
  'signIn.host': { label: 'Host' },
  'signIn.port': { label: 'Port', hint: 'Empty: 6001.' },
  'signIn.tls': { label: 'TLS', options: YES_OR_NO },
  'signIn.ca': {
    label: 'Certificates of its authorities (PEM)',
    hint: 'Empty: the system’s certificate is from an authority that everybody trusts.',
  },
  'signIn.institutionId': { label: 'Institution (AO)' },
  'signIn.locationCode': { label: 'Location (CP)' },
  'signIn.login': { label: 'Login of the service (CN)', hint: 'Empty: the system asks for none.' },
  'signIn.password': {
    label: 'Password of the service (CO)',
    hint: 'It is never shown: *** keeps the stored one, for the same host and port.',
  },
  'signIn.terminalPassword': {
    label: 'Password of the terminal (AC)',
    hint: 'As the password of the service. Empty: the system asks for none.',
  },
  'signIn.charset': {
    label: 'Character set',
    options: [
      ['', 'UTF-8'],
      ['cp850', 'Code page 850'],
      ['latin1', 'Latin-1'],
    ],
  },
  'signIn.errorDetection': { label: 'Checksums', options: YES_OR_NO },
  'signIn.scStatus': { label: 'Ask for the status first', options: YES_OR_NO },
  'signIn.endSession': { label: 'End each session', options: YES_OR_NO },
  'signIn.cardPattern': {
    label: 'What a card looks like',
    hint: 'Such as 2100##########: # is a digit, ? a character, * any number of them. Empty: anything.',
  },
  'signIn.homeLibrary': {
    label: 'Home libraries whose patrons may sign in',
    hint: 'Such as AQ=MAIN, EAST: a field, and its values or their beginnings. Empty: all.',
  },
  'signIn.blocks': {
    label: 'What blocks a patron',
    hint: 'Such as chargeDenied, cardLost. Empty: what usually does.',
  },
  'signIn.feeLimit': {
    label: 'Fees that block, above',
    hint: 'Such as 10.50. Empty: above the limit that the system names (CC), if it names one.',
  },
  'signIn.categories': {
    label: 'Categories',
    hint: 'Such as PC=AD:adults, PC=ST*:students: field, value or its beginning, category.',
  },
  'signIn.defaultCategory': {
    label: 'Category of all others',
    hint: 'Empty: they cannot sign in.',
  },
  'rates.perPatron': { label: 'Requests of a patron per minute', hint: 'Empty: the service’s own.' },
  'rates.perClient': { label: 'Requests of a client per minute' },
  'rates.perLibrary': { label: 'Requests of the library per minute' },
  'content.frameOrigins': {
    label: 'Sites that may show the content page in a frame',
    hint: 'Such as https://library.example, with commas between.',
  },
};

const HEADINGS: Readonly<Record<string, string>> = {
  notices: 'Notices',
  mail: 'Mail',
  collections: 'Buying',
  holds: 'Holds',
  identityProvider: 'Identity provider of patrons',
  signIn: 'Sign-in by the library’s system',
  rates: 'Limits',
  content: 'Content',
};

/** What is set once, by whoever looks after the library's systems: it is folded up. */
const RARE = ['identityProvider', 'signIn', 'rates', 'content'];

interface SettingsPageProps {
  readonly frame: LibraryFrame;
  /** As they are stored, or were typed. */
  readonly values: SettingValues;
  readonly problems?: SettingProblems;
  /** They were typed to be looked at, and are not stored. */
  readonly isPreview?: boolean;
}

/** A field for each setting. An empty one is the service's own. */
export function SettingsPage({
  frame,
  values,
  problems = new Map(),
  isPreview = false,
}: SettingsPageProps): VNode {
  const unnamed = problems.get('');
  return (
    <Layout frame={frame} section="settings" title="Settings of the library">
      {problems.size > 0 && (
        <Notice tone="problem">
          Nothing was changed. {unnamed ?? 'Correct the fields that are marked.'}
        </Notice>
      )}
      {isPreview && (
        <Notice tone="plain">
          Nothing is stored yet. <a href="#preview">See a notice with these settings</a>, then store them.
        </Notice>
      )}
      <p>An empty field keeps the service's default. Each change is in the log.</p>
      <div class="settings">
        <PostForm action={pageAddress(frame.library.websiteId, 'settings')}>
          {Object.entries(HEADINGS).map(([group, heading]) => (
            <Group key={group} group={group} heading={heading} values={values} problems={problems} />
          ))}
          <p class="buttons">
            <button type="submit">Store the settings</button>
            <button type="submit" name={ACTION_FIELD} value={PREVIEW}>
              Preview a notice
            </button>
          </p>
        </PostForm>
        {problems.size === 0 && <Preview websiteId={frame.library.websiteId} values={values} />}
      </div>
    </Layout>
  );
}

interface GroupProps {
  readonly group: string;
  readonly heading: string;
  readonly values: SettingValues;
  readonly problems: SettingProblems;
}

/** The settings under one heading. */
function Group({ group, heading, values, problems }: GroupProps): VNode {
  const names = Object.keys(CONTROLS).filter((name) => name.startsWith(`${group}.`)) as SettingName[];
  const controls = names.map((name) => (
    <Control key={name} name={name} values={values} problem={problems.get(name)} />
  ));
  if (!RARE.includes(group))
    return (
      <fieldset>
        <legend>{heading}</legend>
        {controls}
      </fieldset>
    );
  const isSet = names.some((name) => values[name] !== undefined);
  return (
    <details class="group" open={names.some((name) => problems.has(name))}>
      <summary>
        {heading}
        {isSet && ' (set)'}
      </summary>
      {controls}
    </details>
  );
}

interface ControlProps {
  readonly name: SettingName;
  readonly values: SettingValues;
  readonly problem: string | undefined;
}

function Control({ name, values, problem }: ControlProps): VNode {
  const Of = CONTROLS[name];
  if (typeof Of === 'function') return <Of values={values} problem={problem} />;
  const { options, ...text } = Of;
  const control = { name, id: `field-${name.replace('.', '-')}`, value: values[name], problem };
  return options === undefined ? (
    <Field {...control} {...text} autocomplete="off" />
  ) : (
    <Choice {...control} label={text.label} options={options} />
  );
}

interface PreviewProps {
  readonly websiteId: number;
  readonly values: SettingValues;
}

/** A notice as it looks with these settings. The frame is passed over by Tab: nothing in it can be used, and the link leads to the same. */
function Preview({ websiteId, values }: PreviewProps): VNode {
  const address = withQuery(`${pageAddress(websiteId, 'settings')}/preview`, lookOf(values));
  return (
    <section id="preview" aria-labelledby="preview-heading">
      <h2 id="preview-heading">A notice with these settings</h2>
      <iframe
        class="mail-frame"
        title="A notice with these settings"
        src={address}
        loading="lazy"
        tabindex={-1}
      />
      <p>
        <a href={address}>Open the notice as a page</a>
      </p>
    </section>
  );
}
