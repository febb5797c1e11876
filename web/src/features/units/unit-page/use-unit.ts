import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { readConsoleMessage } from '#core/consoles/console-message.ts';
import { AppError } from '#core/errors.ts';
import { consoleTopic } from '#core/live/messages.ts';
import { MINUTE } from '#core/time.ts';
import { units } from '#core/units/contract.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useTopic } from '#web/lib/live/live.ts';
import { showFailure } from '#web/lib/messages/show.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useRemembered } from '#web/lib/page/recent-units.ts';
import { needsReload } from '#web/shared/units/needs-reload.ts';
import { useRereadSoon } from '#web/shared/units/use-reread-soon.ts';
import { withNews } from './unit-news.ts';

export const unitInput = (UnitSerNum: string) => ({ id: UnitSerNum, dateOffset: new Date().getTimezoneOffset() });

/** A unit, kept up to date by its reports. If it cannot be loaded, the list opens and a toast says why. */
export function useUnit(UnitSerNum: string) {
  const navigate = useNavigate();
  // The list opens if there is no such unit, so the page cannot show the failure.
  const answer = useEndpoint(units.get, unitInput(UnitSerNum), {
    ...{ refreshInterval: MINUTE, isRecord: true, onError: showFailure },
  });
  const { data, error, isValidating, mutate } = answer;

  const rereadSoon = useRereadSoon(() => void mutate());
  useTopic(
    consoleTopic(UnitSerNum),
    (heard) => {
      const message = readConsoleMessage(heard);
      if (!message) return;
      void mutate((known) => known && withNews(known, message), { revalidate: false });
      if (needsReload(message)) rereadSoon();
    },
    { onGap: () => void mutate() },
  );

  const isLost = data === undefined && error !== undefined && !isValidating;
  const isSignedOut = error instanceof AppError && error.code === 'UNAUTHENTICATED';
  useEffect(() => {
    if (isLost && !isSignedOut) void navigate(paths.units(), { replace: true });
  }, [isLost, isSignedOut, navigate]);

  useRemembered(UnitSerNum, data?.Unit.UnitModel);

  return answer;
}
