import { chakra } from '@chakra-ui/react';
import { VenetianMask } from 'lucide-react';
import { useEffect } from 'react';
import { users } from '#core/users/contract.ts';
import { NoticeBar } from '#web/components/notice-bar.tsx';
import { timeOfDay } from '#web/components/time-format.ts';
import { call } from '#web/lib/api.ts';
import { goOnWith } from '#web/lib/go-on-with.ts';
import { useSession } from '#web/lib/session.tsx';
import { useEndpointMutation } from '#web/lib/use-endpoint-mutation.ts';

const GIVEN_BACK_EARLY = 5_000;

/** Says who really acts, and with whose access, as long as access is taken on; leads back, by itself when the time is over. */
export function ActingBar() {
  const { user } = useSession();
  const { trigger, isMutating } = useEndpointMutation(users.endAccessAs);
  const { actor } = user;
  useEffect(() => {
    if (!actor) return;
    const giveBack = () =>
      call(users.endAccessAs, {}).then(
        ({ token }) => goOnWith(token),
        () => window.location.reload(),
      );
    // A little before the end: after it, whatever the page asks meanwhile is refused and leads to the login.
    const left = Date.parse(actor.until) - Date.now() - GIVEN_BACK_EARLY;
    const timer = setTimeout(() => void giveBack(), Math.max(1000, left));
    return () => clearTimeout(timer);
  }, [actor]);

  if (!actor) return null;
  const exit = async () => {
    const answer = await trigger({});
    if (answer) goOnWith(answer.token);
  };
  return (
    <NoticeBar
      icon={VenetianMask}
      label="Access taken on"
      action={{ label: 'Exit', run: () => void exit(), running: isMutating }}
    >
      <Name {...actor} />
      {' acts with the access of '}
      <Name {...user} />
      <chakra.span hideBelow="md">
        {` (${user.userName}) until ${timeOfDay(new Date(actor.until))}. What is done is kept under both names.`}
      </chakra.span>
    </NoticeBar>
  );
}

const Name = ({ firstName, lastName, userName }: { firstName: string; lastName: string; userName: string }) => (
  <chakra.strong fontWeight="600">{`${firstName} ${lastName}`.trim() || userName}</chakra.strong>
);
