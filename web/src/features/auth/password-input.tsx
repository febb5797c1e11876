import { Box, chakra, IconButton, Input, type InputProps } from '@chakra-ui/react';
import { Eye, EyeOff } from 'lucide-react';
import { type KeyboardEvent, type Ref, useState } from 'react';

/** A password field that can show its text and warns when Caps Lock is on. */
export function PasswordInput(props: Omit<InputProps, 'type'> & { ref?: Ref<HTMLInputElement> }) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  return (
    <Box>
      <Box position="relative">
        <Input
          {...props}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          pe="10"
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={() => setCapsLock(false)}
        />
        <IconButton
          variant="ghost"
          size="2xs"
          position="absolute"
          insetEnd="1.5"
          top="50%"
          transform="translateY(-50%)"
          color="fg.muted"
          aria-label={shown ? 'Hide the password' : 'Show the password'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon size={16} aria-hidden />
        </IconButton>
      </Box>
      <chakra.p role="status" textStyle="xs" color="warning.fg" mt={capsLock ? '1.5' : '0'}>
        {capsLock ? 'Caps Lock is on' : ''}
      </chakra.p>
    </Box>
  );
}
