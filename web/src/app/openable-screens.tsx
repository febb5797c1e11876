import { type ReactNode, useCallback } from 'react';
import { OpenableProvider } from '#web/components/text/openable.tsx';
import { useSession } from '#web/lib/session/session.tsx';
import { mayOpen } from './route-table.ts';
import { SCREENS } from './routes.ts';

/** Lets links know which screens the user may open. */
export function OpenableScreens({ children }: { children: ReactNode }) {
  const { holder } = useSession();
  const isOpenable = useCallback((href: string) => mayOpen(SCREENS, href, holder), [holder]);
  return <OpenableProvider value={isOpenable}>{children}</OpenableProvider>;
}
