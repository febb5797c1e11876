import { IconButton, Menu, Portal } from '@chakra-ui/react';
import { Check, Monitor, Moon, Sun } from 'lucide-react';
import { type ColorModeChoice, chooseColorMode, useColorMode } from '#web/theme/color-mode.ts';

const CHOICES = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'Same as the system', icon: Monitor },
] as const;

/** Chooses the light theme, the dark theme or the system's. */
export function ColorModeButton() {
  const { choice, mode } = useColorMode();
  const Icon = mode === 'dark' ? Moon : Sun;
  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <Menu.Trigger asChild>
        <IconButton variant="ghost" size="xs" color="fg.muted" aria-label={`Theme: ${labelOf(choice)}`}>
          <Icon size={16} aria-hidden />
        </IconButton>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content minW="11rem">
            <Menu.RadioItemGroup
              value={choice}
              onValueChange={({ value }) => chooseColorMode(value as ColorModeChoice)}
            >
              {CHOICES.map(({ value, label, icon: ChoiceIcon }) => (
                <Menu.RadioItem key={value} value={value} ps="2">
                  <ChoiceIcon size={16} aria-hidden />
                  <Menu.ItemText>{label}</Menu.ItemText>
                  {choice === value && <Check size={14} aria-hidden />}
                </Menu.RadioItem>
              ))}
            </Menu.RadioItemGroup>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}

const labelOf = (choice: ColorModeChoice) => CHOICES.find(({ value }) => value === choice)!.label.toLowerCase();
