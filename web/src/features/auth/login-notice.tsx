import { Flex } from '@chakra-ui/react';
import { Clock } from 'lucide-react';
import type { SessionEnding } from '#web/lib/session/session-token.ts';
import { LoginError } from './login-error.tsx';
import { LoginSuccess } from './login-success.tsx';

/** What a screen that leads to the login leaves for it to say, in the state of the navigation. */
export interface LoginNews {
  ending?: SessionEnding | undefined;
  success?: string;
  failure?: string;
}

const WORDS: Partial<Record<SessionEnding, string>> = {
  idle: 'Signed out for being idle',
  refused: 'Your session has ended. Please sign in again.',
};

/** Says why somebody finds themselves at the login, where they did not go there by themselves. */
export function LoginNotice({ news }: { news: LoginNews | null }) {
  if (news?.failure) return <LoginError>{news.failure}</LoginError>;
  if (news?.success) return <LoginSuccess>{news.success}</LoginSuccess>;
  const words = news?.ending && WORDS[news.ending];
  if (!words) return null;
  return (
    <Flex role="status" align="center" gap="2.5" px="3" py="2.5" borderRadius="l2" bg="notice.subtle" color="notice.fg">
      <Clock size={16} aria-hidden />
      {words}
    </Flex>
  );
}
