import { Button, Dialog, Portal } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { auth } from '#core/auth/contract.ts';
import { SECOND } from '#core/time.ts';
import { call } from '#web/lib/api/api.ts';
import { type IdlePhase, secondsLeft } from '#web/lib/session/idle.ts';
import { IdleWatch, watchPage } from '#web/lib/session/idle-watch.ts';
import { signOut } from '#web/lib/session/sign-out.ts';

/** Warns a user who is idle and signs them out a minute later. Any action in any tab keeps them signed in. */
export function IdleWarning() {
  const [watch, setWatch] = useState<IdleWatch>();
  const [phase, setPhase] = useState<IdlePhase>('active');

  const follow = useEffectEvent((next: IdlePhase) => {
    setPhase(next);
    if (next === 'expired') signOut('idle');
  });

  useEffect(() => {
    const channel = new BroadcastChannel('watchkeep.activity');
    const started = new IdleWatch({
      channel,
      onPhase: (next) => follow(next),
      // Best effort: the next request keeps the session alive too.
      onAtWork: () => void call(auth.stayActive, {}).catch(() => undefined),
    });
    const stopWatchingPage = watchPage(started);
    setWatch(started);
    return () => {
      stopWatchingPage();
      started.stop();
      channel.close();
    };
  }, []);

  if (phase !== 'warning' || !watch) return null;
  return <WarningDialog watch={watch} />;
}

function WarningDialog({ watch }: { watch: IdleWatch }) {
  const [seconds, setSeconds] = useState(() => secondsLeft(watch.lastActive, Date.now()));
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsLeft(watch.lastActive, Date.now())), SECOND);
    return () => clearInterval(timer);
  }, [watch]);

  return (
    <Dialog.Root
      open
      role="alertdialog"
      placement="center"
      size="xs"
      initialFocusEl={() => stay.current}
      onOpenChange={watch.touch}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>You're about to be signed out</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              Nothing has happened here for 40 minutes. Unless you go on, you are signed out in{' '}
              <strong aria-live="off">{seconds === 1 ? '1 second' : `${seconds} seconds`}</strong>.
            </Dialog.Body>
            <Dialog.Footer>
              <Button variant="outline" onClick={() => signOut()}>
                Sign out now
              </Button>
              <Button ref={stay} onClick={watch.touch}>
                Stay signed in
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
