import { Button, chakra, Flex } from '@chakra-ui/react';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { type MaskKind, maskLayout } from '#core/profiles/masks/layouts.ts';
import { namesInMask } from '#core/profiles/masks/mask.ts';
import type { Version } from '#core/profiles/settings/settings.ts';
import type { FieldProps } from '#web/components/form/field-binding.ts';
import { FormField, lookOf } from '#web/components/form/form-field.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { MaskDialog } from './mask-dialog.tsx';

interface MaskFieldProps extends FieldProps<string, string> {
  kind: MaskKind;
  version: Version;
  value: string;
}

/** What a mask switches on, and the button that opens its editor. */
export function MaskField(props: MaskFieldProps) {
  const { label, kind, version, value, onChange, disabledReason } = props;
  const [editing, setEditing] = useState(false);
  const layout = maskLayout(kind, version.UnitModel, version.UnitFirmVer);
  const names = namesInMask(layout, value);
  return (
    <>
      <FormField {...lookOf(props)}>
        <Flex direction="column" gap="1.5" align="flex-start" w="full">
          <chakra.span color={names.length > 0 ? undefined : 'fg.muted'} textStyle="sm">
            {names.length > 0 ? names.join(', ') : 'Nothing'}
          </chakra.span>
          <DisabledReason reason={disabledReason}>
            <Button
              type="button"
              size="xs"
              variant="outline"
              aria-label={`Edit ${label}`}
              onClick={() => setEditing(true)}
            >
              <ListChecks aria-hidden />
              Edit
            </Button>
          </DisabledReason>
        </Flex>
      </FormField>
      {editing && (
        <MaskDialog
          title={label}
          layout={layout}
          mask={value}
          onClose={() => setEditing(false)}
          onChange={(mask) => {
            onChange(mask);
            setEditing(false);
          }}
        />
      )}
    </>
  );
}
