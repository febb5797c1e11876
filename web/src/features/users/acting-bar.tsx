import { chakra } from '@chakra-ui/react';
import { VenetianMask } from 'lucide-react';
import { useEffect, useState } from 'react';
import { timeOfDay } from '#core/shown-time.ts';
import { SECOND } from '#core/time.ts';
import { isLeaving } from '#web/components/form/leaving.ts';
import { NoticeBar } from '#web/components/messages/notice-bar.tsx';
import { toastNotice } from '#web/components/messages/toaster.tsx';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { useAskToLeave } from '#web/components/unsaved/leave-guard.tsx';
import { TOAST_DURATION } from '#web/lib/durations.ts';
import { showFailure } from '#web/lib/messages/show.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { forgetTakenAccess, giveBackAccess, noteTakenAccess, takenAccess } from '#web/lib/session/taken-access.ts';
import { useSessionToken } from '#web/lib/session/use-session-token.ts';

/** The page gives access back before its end, because the server refuses requests after it. */
const GIVE_BACK_BEFORE_END_MS = 5 * SECOND;
/** The pause before the next try when the server cannot be reached. */
const RETRY_MS = 5 * SECOND;

/** Shows who acts with whose access, and gives it back by a button or when its time is over. */
export function ActingBar() {
  const { user } = useSession();
  const token = useSessionToken();
  const style = useTimeStyle();
  const askToLeave = useAskToLeave();
  const [isGivingBack, setIsGivingBack] = useState(false);
  const { actor } = user;
  useGiveBackInTime();
  useEndNotice();

  if (!actor || token === null) return null;
  const exit = async () => {
    if (!(await askToLeave())) return;
    setIsGivingBack(true);
    await giveBackAccess(token).catch(showFailure);
    setIsGivingBack(false);
  };
  return (
    <NoticeBar
      icon={VenetianMask}
      label="Access taken on"
      action={{ label: 'Exit', run: () => void exit(), running: isGivingBack }}
    >
      <Name {...actor} />
      {' acts with the access of '}
      <Name {...user} />
      <chakra.span hideBelow="md">{` (${user.userName})`}</chakra.span>
      {` until ${timeOfDay(new Date(actor.until), style)}.`}
      <chakra.span hideBelow="md"> The audit records both names.</chakra.span>
    </NoticeBar>
  );
}

/** Gives the access back when its time is over, and retries until the server answers. */
function useGiveBackInTime() {
  const token = useSessionToken();
  const until = useSession().user.actor?.until;
  useEffect(() => {
    if (until === undefined || token === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const release = () =>
      giveBackAccess(token).catch(() => {
        timer = setTimeout(release, RETRY_MS);
      });
    timer = setTimeout(release, Math.max(SECOND, Date.parse(until) - Date.now() - GIVE_BACK_BEFORE_END_MS));
    return () => clearTimeout(timer);
  }, [until, token]);
}

/** Reports once, after the page has reloaded, that the access has ended, in this tab or another. */
function useEndNotice() {
  const token = useSessionToken();
  const { user } = useSession();
  useEffect(() => {
    if (isLeaving()) return;
    if (user.actor) {
      if (token !== null) noteTakenAccess({ token, actorKey: user.actor.user, name: fullName(user) });
      return;
    }
    const taken = takenAccess();
    forgetTakenAccess();
    if (taken?.actorKey !== user.user) return;
    toastNotice({
      title: 'You act as yourself again',
      description: `The access of ${taken.name} has ended.`,
      duration: TOAST_DURATION.long,
    });
  }, [user, token]);
}

interface Named {
  firstName: string;
  lastName: string;
  userName: string;
}

const fullName = ({ firstName, lastName, userName }: Named) => `${firstName} ${lastName}`.trim() || userName;

const Name = (named: Named) => <chakra.strong fontWeight="600">{fullName(named)}</chakra.strong>;
