import { Flex, IconButton } from '@chakra-ui/react';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Setting, SettingValue } from '#core/profiles/settings/setting.ts';
import { type Version, valueIssue, valueWords, wholeSettings } from '#core/profiles/settings/settings.ts';
import { stepped } from '#core/profiles/settings/step.ts';
import { PhoneField } from '#web/components/form/phone-field.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { StepperField } from '#web/components/form/stepper-field.tsx';
import { SwitchField } from '#web/components/form/toggle-fields.tsx';
import { Tooltip } from '#web/components/tooltip/tooltip.tsx';
import { MaskField } from './mask-field.tsx';

interface SettingFieldProps {
  setting: Setting;
  version: Version;
  value: SettingValue;
  onChange: (value: SettingValue) => void;
  disabledReason?: string | undefined;
}

/** The field of one setting, of a profile or of a unit. What it does is in its tooltip. */
export function SettingField(props: SettingFieldProps) {
  const { setting } = props;
  return (
    <Flex align="flex-start" gap="1">
      <Flex direction="column" flex="1" minW="0">
        <Control {...props} />
      </Flex>
      <Tooltip content={`${setting.help} ${usualWords(props)}`}>
        <IconButton type="button" size="2xs" variant="ghost" color="fg.muted" aria-label={`About ${setting.label}`}>
          <Info aria-hidden />
        </IconButton>
      </Tooltip>
    </Flex>
  );
}

/** The usual value, and the bounds of a number. */
function usualWords({ setting, version }: SettingFieldProps): string {
  const bounds = setting.kind === 'number' ? ` From ${setting.minimum} to ${setting.maximum}.` : '';
  const usual = valueWords(setting, wholeSettings(version, {})[setting.key]!, version).join(', ');
  return `${usual && `Usual: ${usual}.`}${bounds}`;
}

function Control({ setting, version, value, onChange, disabledReason }: SettingFieldProps): ReactNode {
  const error = valueIssue(setting, value, version);
  const field = {
    name: setting.key,
    label: setting.label,
    ...(disabledReason !== undefined && { disabledReason }),
    ...(error !== undefined && { error }),
  };
  switch (setting.kind) {
    case 'switch':
      return <SwitchField {...field} value={value === true} onChange={onChange} />;
    case 'number':
      return (
        <StepperField
          {...field}
          value={Number(value)}
          onChange={onChange}
          step={(from, direction) => stepped(setting, from, direction)}
          suffix={setting.suffix}
        />
      );
    case 'choice':
      return (
        <SelectField
          {...field}
          value={Number(value)}
          options={Object.entries(setting.options).map(([key, label]) => ({ value: Number(key), label }))}
          onChange={(next) => next !== undefined && onChange(next)}
        />
      );
    case 'phone':
      return <PhoneField {...field} value={String(value)} onChange={onChange} />;
    case 'mask':
      return <MaskField {...field} kind={setting.mask} version={version} value={String(value)} onChange={onChange} />;
  }
}
