import { SimpleGrid, Text } from '@chakra-ui/react';
import type { MaintenanceWindow } from '#core/rollouts/plan.ts';
import { TextField } from '#web/components/form/text-field.tsx';

interface WindowFieldsProps {
  window: MaintenanceWindow;
  /** What to know before this window is proposed. */
  warning: string | undefined;
  errorAt: (path: string) => string | undefined;
  onChange: (window: MaintenanceWindow) => void;
}

/** The start and the end of a maintenance window. */
export function WindowFields({ window, warning, errorAt, onChange }: WindowFieldsProps) {
  const field = (name: keyof MaintenanceWindow) => {
    const error = errorAt(`window.${name}`);
    return {
      name: `window.${name}`,
      value: window[name],
      onChange: (value: string) => onChange({ ...window, [name]: value }),
      required: true,
      maxLength: 5,
      placeholder: '02:00',
      ...(error !== undefined && { error }),
    };
  };
  return (
    <>
      <SimpleGrid columns={2} gap="4">
        <TextField label="From" {...field('from')} />
        <TextField label="To" {...field('to')} />
      </SimpleGrid>
      <Text role="status" color="warning.fg" textStyle="sm">
        {warning}
      </Text>
    </>
  );
}
