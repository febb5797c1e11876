import { chakra } from '@chakra-ui/react';
import { Check, Circle } from 'lucide-react';
import { PASSWORD_RULES } from '#core/auth/password-rules.ts';

/** The rules of a password. An icon, a colour and a word for screen readers mark those that are met. */
export const PasswordRequirements = ({ password }: { password: string }) => (
  <chakra.ul textStyle="xs" display="grid" gap="1" aria-label="A password must have">
    {PASSWORD_RULES.map(({ requirement, holds }) => {
      const met = holds(password);
      const Icon = met ? Check : Circle;
      return (
        <chakra.li key={requirement} display="flex" alignItems="center" gap="2" color={met ? 'ok.fg' : 'fg.muted'}>
          <Icon size={met ? 14 : 10} aria-hidden style={{ width: 14 }} />
          {requirement}
          {met && <chakra.span srOnly>, met</chakra.span>}
        </chakra.li>
      );
    })}
  </chakra.ul>
);
