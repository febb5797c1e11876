import { Alert, Button, chakra, Flex, SimpleGrid } from '@chakra-ui/react';
import { History, Save } from 'lucide-react';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { audit } from '#core/audit/contract.ts';
import { profiles } from '#core/profiles/contract.ts';
import type { Profile } from '#core/profiles/profile.ts';
import { tabsOf } from '#core/profiles/settings/settings.ts';
import { shownFirmware } from '#core/units/unit.ts';
import { ChangesBar } from '#web/components/form/changes-bar.tsx';
import { MergeNote } from '#web/components/form/merge-note.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageAction } from '#web/components/page/page-action.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { TabPanels } from '#web/components/page/tab-panels.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { Unsaved } from '#web/components/unsaved/unsaved.tsx';
import { call } from '#web/lib/api/api.ts';
import { showFailure } from '#web/lib/messages/show.ts';
import { usePageTrail } from '#web/lib/page/page-trail.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { EventsEditor } from '#web/shared/profiles/events-editor.tsx';
import { SettingField } from '#web/shared/profiles/setting-field.tsx';
import { shownChanges } from './change-words.ts';
import { GeneralFields } from './general-fields.tsx';
import { profileHref } from './list-address.ts';
import { SaveDialog } from './save-dialog.tsx';
import { statusWord } from './status-switch.tsx';
import { useProfileDraft } from './use-profile-draft.ts';
import { VersionsTab } from './versions-tab.tsx';

interface ProfileEditorProps {
  profile: Profile;
  /** The firmware that the settings are shown for. */
  firmware: string;
  /** The options begin with a new profile. */
  savesNew: boolean;
}

const GENERAL = 'General';
const EVENTS = 'Events';
const VERSIONS = 'Versions';

/** The settings of a profile in tabs, its events, and its versions. */
export function ProfileEditor({ profile, firmware, savesNew }: ProfileEditorProps) {
  const { UnitModel, ProfileName, UnitFirmVer } = profile;
  const version = { UnitModel, UnitFirmVer: firmware };
  const draft = useProfileDraft(profile, version);
  const [tab, setTab] = useState(GENERAL);
  const [saving, setSaving] = useState(false);
  const [created, setCreated] = useState<Profile>();
  const [newer, setNewer] = useState<{ message: string; changes: readonly string[] }>();
  const may = useMay(profiles.save.access);
  const mayAudit = useMay(audit.ofObject.access);
  const tabs = tabsOf(UnitModel);
  const isOtherFirmware = shownFirmware(firmware) !== shownFirmware(UnitFirmVer);
  const onlyNew = !profile.isOwn || isOtherFirmware;
  const disabledReason = may ? undefined : 'Changing profiles needs the right ‘Change profiles’';
  usePageTrail([{ label: UnitModel, href: paths.profiles({ UnitModel }) }, { label: ProfileName }]);

  const wrongTabs = new Set(
    draft.issues.map(({ path }) => [...tabs].find(([, all]) => all.some(({ key }) => key === path))?.[0] ?? EVENTS),
  );
  const whyNotSave = draft.issues.length > 0 ? `First correct: ${[...wrongTabs].join(', ')}` : undefined;
  const settings = tabs.get(tab);
  const save = (
    <DisabledReason reason={disabledReason ?? whyNotSave}>
      <Button size="sm" onClick={() => setSaving(true)}>
        <Save size={15} aria-hidden />
        Save…
      </Button>
    </DisabledReason>
  );
  return (
    <Page>
      <PageHeader
        title={ProfileName}
        badge={<StatusBadge tone={statusWord(profile) === 'Enabled' ? 'ok' : 'muted'} label={statusWord(profile)} />}
        description={`${UnitModel}, firmware ${firmware} · ${profile.DealerName} · version ${draft.readVersion}`}
        primary={
          <PageAction
            label="Save…"
            icon={Save}
            variant="outline"
            disabledReason={disabledReason ?? whyNotSave}
            onClick={() => setSaving(true)}
          />
        }
        secondary={
          mayAudit && profile.isOwn
            ? [
                {
                  id: 'audit',
                  label: 'Show the audit of the profile',
                  icon: History,
                  href: paths.audit({ kind: 'profile', id: String(profile.ProfileKey) }),
                },
              ]
            : []
        }
      />
      {may && onlyNew && <OnlyNewNote isOther={isOtherFirmware} profile={profile} />}
      {newer && (
        <MergeNote
          {...newer}
          onMerge={async () => {
            try {
              draft.merge(await call(profiles.get, { ProfileKey: profile.ProfileKey, UnitFirmVer: firmware }));
              setNewer(undefined);
            } catch (error) {
              showFailure(error);
            }
          }}
        />
      )}
      <Unsaved when={draft.changes.length > 0} />
      <TabPanels
        label="Settings of the profile"
        active={tab}
        onChange={setTab}
        tabs={[GENERAL, ...tabs.keys(), EVENTS, VERSIONS].map((label) => ({
          id: label,
          label,
          ...(wrongTabs.has(label) && { mark: <chakra.span color="danger.fg">needs correction</chakra.span> }),
        }))}
      >
        <Flex direction="column" pt="4">
          {tab === GENERAL && (
            <GeneralFields draft={draft} offered={profile.UnitIDOptionsOffered} disabledReason={disabledReason} />
          )}
          {settings && (
            <SimpleGrid columns={{ base: 1, sm: 2, lg: 3 }} columnGap="6" rowGap="5">
              {settings.map((setting) => (
                <SettingField
                  key={setting.key}
                  setting={setting}
                  version={version}
                  value={draft.content.Settings[setting.key]!}
                  onChange={(value) => draft.change({ Settings: { ...draft.content.Settings, [setting.key]: value } })}
                  disabledReason={disabledReason}
                />
              ))}
            </SimpleGrid>
          )}
          {tab === EVENTS && (
            <EventsEditor
              model={UnitModel}
              {...(profile.isOwn && { DealerKey: profile.DealerKey })}
              events={draft.content.Events}
              onChange={(Events) => draft.change({ Events })}
              savedWith="profile"
              disabledReason={disabledReason}
            />
          )}
          {tab === VERSIONS && (
            <VersionsTab
              profile={profile}
              newest={draft.readVersion}
              onTake={(content) => {
                draft.change(content);
                setTab(GENERAL);
              }}
              disabledReason={
                disabledReason ?? (isOtherFirmware ? `The versions are for firmware ${UnitFirmVer}` : undefined)
              }
            />
          )}
        </Flex>
      </TabPanels>
      {draft.changes.length > 0 && (
        <ChangesBar changes={shownChanges(draft.changes)} onDiscard={draft.discard} save={save} />
      )}
      {saving && (
        <SaveDialog
          profile={profile}
          version={version}
          draft={draft}
          only={onlyNew ? 'newProfile' : undefined}
          first={savesNew || onlyNew ? 'newProfile' : 'profile'}
          onSaved={(saved) => {
            draft.saved(saved);
            if (saved.ProfileKey !== profile.ProfileKey) setCreated(saved);
          }}
          onClose={() => setSaving(false)}
          onConflict={setNewer}
        />
      )}
      {created && <Navigate to={profileHref(created)} />}
    </Page>
  );
}

const OnlyNewNote = ({ isOther, profile }: { isOther: boolean; profile: Profile }) => (
  <Alert.Root status="info" size="sm" variant="subtle">
    <Alert.Title fontWeight="400">
      {isOther
        ? `This profile is for firmware ${profile.UnitFirmVer}. You can save it as a new profile for the firmware shown.`
        : 'This is a standard profile of dealer 1. You can save it as a new profile of your own.'}
    </Alert.Title>
  </Alert.Root>
);
