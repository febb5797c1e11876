import { Button, Dialog, Portal } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { SECOND } from '#core/time.ts';
import { secondsLeft } from '#web/lib/session/idle.ts';
import type { IdleWatch } from '#web/lib/session/idle-watch.ts';
import { signOut } from '#web/lib/session/sign-out.ts';

/** Counts down to the end of the session. */
export function IdleDialog({ watch }: { watch: IdleWatch }) {
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
