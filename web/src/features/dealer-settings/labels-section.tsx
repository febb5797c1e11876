import { labelList } from '#core/dealer-settings/labels.ts';
import { joinNames, splitNames, withName, withoutName } from '#core/dealer-settings/name-list.ts';
import { anchorOf } from '#web/components/page/anchor.ts';
import { NameList } from './name-list.tsx';
import { Section } from './section.tsx';
import { type Settings, useDetailsChange } from './use-settings.ts';

/** One of the two lists of labels for units. */
export function LabelsSection({ settings, number }: { settings: Settings; number: 1 | 2 }) {
  const field = `CustomLabelList${number}` as const;
  const labels = splitNames(settings[field]);
  const { trigger } = useDetailsChange('Preferences Updated!');
  const list = labelList(field);
  return (
    <Section
      anchor={anchorOf(`Custom labels ${number}`)}
      title={`Custom labels ${number}: ${settings[`CustomLabel${number}`]}`}
      description="What can be chosen for a unit. Labels begin with a capital letter."
    >
      <NameList
        what={`label ${number}`}
        names={labels}
        withOne={(name) => withName(list, labels, name)}
        without={(name) => withoutName(labels, name)}
        save={(next, was) => trigger({ old: { [field]: joinNames(was) }, new: { [field]: joinNames(next) } })}
        empty="No label yet: anything can be typed."
      />
    </Section>
  );
}
