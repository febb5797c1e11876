import { addLineId, RESTRICTION_NEEDS_LINE_ID, removeLineId } from '#core/dealer-settings/line-ids.ts';
import { joinNames, splitNames } from '#core/dealer-settings/name-list.ts';
import { NameList } from './name-list.tsx';
import { Section } from './section.tsx';
import { SwitchLine } from './switch-line.tsx';
import { type Settings, useDetailsChange } from './use-settings.ts';

/** The Line IDs for units of the dealer, and whether others are allowed. */
export function LineIdsSection({ settings }: { settings: Settings }) {
  const { UseRestrictLineID } = settings;
  const was = { RestrictLineIDList: splitNames(settings.RestrictLineIDList), UseRestrictLineID };
  const { trigger } = useDetailsChange('Preferences Updated!');
  return (
    <Section title="Line IDs" description="Units can be restricted to these Line IDs, of at most 8 characters each.">
      <NameList
        what="Line ID"
        identifier
        names={was.RestrictLineIDList}
        withOne={(lineId) => addLineId(was, lineId).RestrictLineIDList}
        without={(lineId) => removeLineId(was, lineId).RestrictLineIDList}
        save={(next, before) =>
          trigger({
            old: { RestrictLineIDList: joinNames(before) },
            // Removing the last Line ID turns the restriction off; undoing that turns it on again.
            new: { RestrictLineIDList: joinNames(next), ...(before.length === 0 && { UseRestrictLineID }) },
          })
        }
        empty="No Line ID yet: units may have any."
      />
      <SwitchLine
        label="Allow only these Line IDs"
        on={UseRestrictLineID === 1}
        reason={was.RestrictLineIDList.length === 0 ? RESTRICTION_NEEDS_LINE_ID : undefined}
        onChange={(on) => trigger({ old: { UseRestrictLineID }, new: { UseRestrictLineID: on ? 1 : 0 } })}
      />
    </Section>
  );
}
