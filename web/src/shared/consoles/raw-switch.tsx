import { Switch } from '@chakra-ui/react';

/** Shows the raw frames; for engineers. */
export const RawSwitch = ({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) => (
  <Switch.Root size="xs" checked={on} onCheckedChange={({ checked }) => onChange(checked)}>
    <Switch.HiddenInput />
    <Switch.Control />
    <Switch.Label fontWeight="400" textStyle="xs" color="fg.muted">
      Raw log
    </Switch.Label>
  </Switch.Root>
);
