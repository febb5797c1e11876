import { dealerSettings } from '#core/dealer-settings/contract.ts';
import { addGroup, EVENTS_GROUP, removeGroup } from '#core/dealer-settings/event-groups.ts';
import { splitNames } from '#core/dealer-settings/name-list.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { NameList } from './name-list.tsx';
import { Section } from './section.tsx';
import { SwitchLine } from './switch-line.tsx';
import { REFRESHES, type Settings, useDetailsChange } from './use-settings.ts';

/** The groups for events. */
export function GroupsSection({ settings }: { settings: Settings }) {
  const groups = splitNames(settings.CategoryNames);
  const { trigger } = useEndpointMutation(dealerSettings.assignGroups, { refreshes: REFRESHES });
  const details = useDetailsChange('Preferences Updated!');
  const { UseCategory } = settings;
  return (
    <Section title="Event groups" description="The category names that events are sorted into. Events is always there.">
      <NameList
        what="group"
        names={groups}
        withOne={(name) => addGroup(groups, name)}
        without={(name) => removeGroup(groups, name)}
        fixed={[EVENTS_GROUP]}
        save={(next, was) => trigger({ old: [...was], groups: [...next] })}
        empty="No group yet."
      />
      <SwitchLine
        label="Sort events by group"
        on={UseCategory === 1}
        onChange={(on) => details.trigger({ old: { UseCategory }, new: { UseCategory: on ? 1 : 0 } })}
      />
    </Section>
  );
}
