import { Flex } from '@chakra-ui/react';
import { Clock } from 'lucide-react';
import type { SessionEnding } from '#web/lib/session-token.ts';

const WORDS: Partial<Record<SessionEnding, string>> = {
  idle: 'Signed out for being idle',
  refused: 'Your session has ended. Please sign in again.',
};

/** Says why somebody finds themselves at the login, where they did not go there by themselves. */
export function LoginNotice({ ending }: { ending: SessionEnding | undefined }) {
  const words = ending && WORDS[ending];
  if (!words) return null;
  return (
    <Flex role="status" align="center" gap="2.5" px="3" py="2.5" borderRadius="l2" bg="notice.subtle" color="notice.fg">
      <Clock size={16} aria-hidden />
      {words}
    </Flex>
  );
}
