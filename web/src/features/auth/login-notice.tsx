import { Flex } from '@chakra-ui/react';
import { Clock } from 'lucide-react';
import type { SessionEnding } from '#web/lib/session/session-token.ts';
import { LoginError } from './login-error.tsx';
import { LoginSuccess } from './login-success.tsx';

/** The notice that another screen passes to the login, in the state of the navigation. */
export interface LoginNews {
  ending?: SessionEnding | undefined;
  success?: string;
  failure?: string;
}

const WORDS: Partial<Record<SessionEnding, string>> = {
  idle: 'Signed out for being idle',
  refused: 'Your session has ended. Please sign in again.',
};

/** Says why the login opened, if the user did not open it. */
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
