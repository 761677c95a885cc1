import type { VNode } from 'preact';
import {
  partsOf,
  SETTING_NAMES,
  type SettingGroup,
  type SettingName,
  settingNamed,
} from '../../records/kinds/settings/settings.table.js';
import { pageAddress, withQuery } from '../addresses/addresses.js';
import { ColorControl, LanguageControls, TimeZoneControl } from './look.controls.js';
import { problemsIn, readSettingsForm, type SettingProblems, type SettingValues } from './settings-form.js';
import type { LibrarySettingsRecord } from './settings.representation.js';
import { lookOf } from './settings.requests.js';
import { Columns } from '../console/components/columns.js';
import { Choice, Field } from '../console/components/field.js';
import { PostForm } from '../console/components/form.js';
import { Notice } from '../console/components/notice.js';
import { METHOD } from '../console/components/kept-form.js';
import type { Shown } from '../console/face.js';
import { Layout } from '../console/layout.js';

/** Controls that are more than a field or a choice. */
const OWN_CONTROLS: Partial<Record<SettingName, typeof ColorControl>> = {
  'notices.color': ColorControl,
  'notices.timeZone': TimeZoneControl,
  'notices.languages': LanguageControls,
};

const HEADINGS: Readonly<Record<SettingGroup, string>> = {
  notices: 'Notices',
  texts: 'Notices as text messages',
  shelf: 'Shelf',
  mail: 'Mail',
  collections: 'Buying',
  holds: 'Holds',
  loans: 'Loans',
  identityProvider: 'Identity provider of patrons',
  signIn: 'Sign-in by the library’s system',
  rates: 'Limits',
  content: 'Content',
};

/** Groups that are set once, by a systems librarian, and are folded up. */
const RARE = ['texts', 'identityProvider', 'signIn', 'rates', 'content'];

interface SettingsPageProps extends Shown<LibrarySettingsRecord> {
  /** The settings are those of a preview, and not stored. */
  readonly isPreview?: boolean;
}

/** A field for each setting. The service's default applies to an empty one. */
export function SettingsPage({ frame, fields, isPreview = false }: SettingsPageProps): VNode {
  const { typed, refusal } = frame.kept ?? {};
  const stored = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const values = typed === undefined ? stored : readSettingsForm(typed);
  const problems = problemsIn(refusal);
  const address = pageAddress(frame.library.websiteId, 'settings');
  return (
    <Layout frame={frame} section="settings" title="Settings of the library">
      {problems.size > 0 && (
        <Notice tone="problem">
          Nothing was changed. {problems.get('') ?? 'Correct the fields that are marked.'}
        </Notice>
      )}
      {isPreview && (
        <Notice tone="plain">
          Nothing is stored yet. <a href="#preview">See the shelf and a notice with these settings</a>, then
          store them.
        </Notice>
      )}
      <p>An empty field keeps the service's default. Each change is in the log.</p>
      <Columns beside={problems.size === 0 && <Preview address={`${address}/preview`} values={values} />}>
        <PostForm action={address}>
          {Object.entries(HEADINGS).map(([group, heading]) => (
            <Group key={group} group={group} heading={heading} values={values} problems={problems} />
          ))}
          <p class="buttons">
            <button type="submit" name={METHOD} value="PUT">
              Store the settings
            </button>
            <button type="submit" formaction={`${address}/preview`}>
              Preview
            </button>
          </p>
        </PostForm>
      </Columns>
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
  const names = SETTING_NAMES.filter((name) => partsOf(name)[0] === group);
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
  const Own = OWN_CONTROLS[name];
  if (Own !== undefined) return <Own values={values} problem={problem} />;
  const { label, hint, options } = settingNamed(name);
  const control = { label, name, id: `field-${name.replace('.', '-')}`, value: values[name], problem };
  return options === undefined ? (
    <Field {...control} {...(hint !== undefined && { hint })} autocomplete="off" />
  ) : (
    <Choice {...control} options={options} />
  );
}

interface PreviewProps {
  readonly address: string;
  readonly values: SettingValues;
}

/** The shelf and a notice as they look with these settings. Tab passes over the frames: nothing in them can be used. */
function Preview({ address, values }: PreviewProps): VNode {
  const look = lookOf(values);
  const notice = withQuery(address, look);
  return (
    <section id="preview" aria-labelledby="preview-heading">
      <h2 id="preview-heading">With these settings</h2>
      <h3>The shelf, in the light and in the dark</h3>
      <iframe
        class="shelf-frame"
        title="The shelf with these settings"
        src={withQuery(`${address}/shelf`, look)}
        tabindex={-1}
      />
      <h3>A notice</h3>
      <iframe
        class="mail-frame"
        title="A notice with these settings"
        src={notice}
        loading="lazy"
        tabindex={-1}
      />
      <p>
        <a href={notice}>Open the notice as a page</a>
      </p>
    </section>
  );
}
