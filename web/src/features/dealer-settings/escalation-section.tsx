import { SelectField } from '#web/components/form/select-field.tsx';
import { Section } from './section.tsx';
import { type Settings, useDetailsChange } from './use-settings.ts';

const NEVER = { value: 0, label: 'Never' };
const CHOICES = [2, 3, 5, 10, 15, 30, 60];

/** After how long an alarm that nobody takes is escalated. */
export function EscalationSection({ settings: { EscalateAfter } }: { settings: Settings }) {
  const { trigger } = useDetailsChange('Preferences Updated!');
  const minutes = CHOICES.includes(EscalateAfter) || EscalateAfter === 0 ? CHOICES : [...CHOICES, EscalateAfter];
  return (
    <Section
      title="Alarms that nobody takes"
      description="An alarm that nobody takes on the board of open alarms goes first, and is mailed to the contacts for ‘Emergency’ of your dealer and of the one above. Leave this at ‘Never’ if your alarms are handled elsewhere."
    >
      <SelectField
        name="EscalateAfter"
        label="Escalate after"
        value={EscalateAfter}
        onChange={(value) =>
          value !== undefined && void trigger({ old: { EscalateAfter }, new: { EscalateAfter: value } })
        }
        options={[NEVER, ...minutes.map((value) => ({ value, label: `${value} minutes` }))]}
      />
    </Section>
  );
}
