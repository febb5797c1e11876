import { useEffect, useEffectEvent, useState } from 'react';
import { auth } from '#core/auth/contract.ts';
import { useLateComponent } from '#web/components/hooks/use-late-component.ts';
import { call } from '#web/lib/api/api.ts';
import type { IdlePhase } from '#web/lib/session/idle.ts';
import { IdleWatch, watchPage } from '#web/lib/session/idle-watch.ts';
import { signOut } from '#web/lib/session/sign-out.ts';

/** Warns a user who is idle and signs them out a minute later. Any action in any tab keeps them signed in. */
export function IdleWarning() {
  const [watch, setWatch] = useState<IdleWatch>();
  const [phase, setPhase] = useState<IdlePhase>('active');
  const [IdleDialog, loadDialog] = useLateComponent(async () => (await import('./idle-dialog.tsx')).IdleDialog);

  const follow = useEffectEvent((next: IdlePhase) => {
    setPhase(next);
    if (next === 'warning') void loadDialog();
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

  if (phase !== 'warning' || !watch || !IdleDialog) return null;
  return <IdleDialog watch={watch} />;
}
