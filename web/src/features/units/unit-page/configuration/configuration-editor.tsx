import { Button, chakra, Flex, SimpleGrid } from '@chakra-ui/react';
import { Save } from 'lucide-react';
import { useState } from 'react';
import { tabsOf } from '#core/profiles/settings/settings.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import type { Unit } from '#core/units/unit.ts';
import { ChangesBar } from '#web/components/form/changes-bar.tsx';
import { MergeNote } from '#web/components/form/merge-note.tsx';
import { TabPanels } from '#web/components/page/tab-panels.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { Unsaved } from '#web/components/unsaved/unsaved.tsx';
import { useMay } from '#web/lib/session/session.tsx';
import { EventsEditor } from '#web/shared/profiles/events-editor.tsx';
import { SettingField } from '#web/shared/profiles/setting-field.tsx';
import { ConfigurationHeader } from './configuration-header.tsx';
import type { Configuration } from './desired.ts';
import { identityLabels } from './identity.ts';
import { IdentityFields } from './identity-fields.tsx';
import { ReportedPanel } from './reported-panel.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { SettingOrigin } from './setting-origin.tsx';
import { EVENTS, useUnitDraft } from './use-unit-draft.ts';

interface ConfigurationEditorProps {
  unit: Unit;
  configuration: Configuration;
  customLabels: readonly [string, string];
}

const IDENTITY = 'Identity';
const REPORTED = 'Reported';

/** The identity of a unit, its settings in tabs, its events, and what it reported. */
export function ConfigurationEditor({ unit, configuration, customLabels }: ConfigurationEditorProps) {
  const labels = identityLabels(customLabels);
  const draft = useUnitDraft(unit, configuration, labels);
  const { version, desired, identity } = draft;
  const [tab, setTab] = useState(IDENTITY);
  const [saving, setSaving] = useState(false);
  const may = useMay(unitConfiguration.save.access);
  const disabledReason = may ? undefined : 'You may view units, but not change them';
  const tabs = tabsOf(unit.UnitModel);
  const shownSettings = new Map(configuration.settings.map((setting) => [setting.name, setting]));

  const wrongTabs = new Set(
    draft.issues.map(({ path }) => [...tabs].find(([, all]) => all.some(({ key }) => key === path))?.[0] ?? EVENTS),
  );
  const whyNotSave = wrongTabs.size > 0 ? `First correct: ${[...wrongTabs].join(', ')}` : undefined;
  const settings = tabs.get(tab);
  return (
    <Flex direction="column" gap="4">
      <ConfigurationHeader unit={unit} configuration={configuration} draft={draft} disabledReason={disabledReason} />
      {draft.newer && (
        <MergeNote
          message={`Somebody else changed ${unit.UnitSerNum} meanwhile`}
          changes={draft.newer.map(({ label, from, to }) => `${label}: ${from || '—'} → ${to || '—'}`)}
          onMerge={draft.merge}
        />
      )}
      <Unsaved when={draft.edited} />
      <TabPanels
        label="Configuration of the unit"
        active={tab}
        onChange={setTab}
        tabs={[IDENTITY, ...tabs.keys(), EVENTS, REPORTED].map((label) => ({
          id: label,
          label,
          ...(wrongTabs.has(label) && { mark: <chakra.span color="danger.fg">needs correction</chakra.span> }),
        }))}
      >
        <Flex direction="column" pt="4">
          {tab === IDENTITY && (
            <IdentityFields
              DealerKey={unit.DealerKey}
              draft={identity}
              labels={labels}
              disabledReason={disabledReason}
            />
          )}
          {settings && (
            <SimpleGrid columns={{ base: 1, sm: 2, xl: 3 }} columnGap="6" rowGap="5">
              {settings.map((setting) => {
                const shown = shownSettings.get(setting.key);
                return (
                  <div key={setting.key}>
                    <SettingField
                      setting={setting}
                      version={version}
                      value={desired.content.tabs[setting.key]!}
                      onChange={(value) => desired.change({ tabs: { ...desired.content.tabs, [setting.key]: value } })}
                      disabledReason={disabledReason}
                    />
                    {shown && <SettingOrigin setting={shown} />}
                  </div>
                );
              })}
            </SimpleGrid>
          )}
          {tab === EVENTS && (
            <EventsEditor
              model={unit.UnitModel}
              DealerKey={unit.DealerKey}
              events={desired.content.Events}
              onChange={(Events) => desired.change({ Events })}
              savedWith="unit"
              disabledReason={disabledReason}
            />
          )}
          {tab === REPORTED && <ReportedPanel configuration={configuration} />}
        </Flex>
      </TabPanels>
      {draft.edited && (
        <ChangesBar
          changes={draft.changes}
          onDiscard={draft.discard}
          save={
            <DisabledReason reason={whyNotSave}>
              <Button size="sm" onClick={() => setSaving(true)}>
                <Save size={15} aria-hidden />
                Save…
              </Button>
            </DisabledReason>
          }
        />
      )}
      {saving && <SaveDialog unit={unit} draft={draft} onClose={() => setSaving(false)} />}
    </Flex>
  );
}
