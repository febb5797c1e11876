import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { type BulkAction, isUnderWay } from '#core/bulk-actions/bulk-action.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { units } from '#core/units/contract.ts';
import { toastNotice, toastSuccess, toastWarning } from '#web/components/messages/toaster.tsx';
import { isTemporary } from '#web/lib/api/request-error.ts';
import { useReadAgain } from '#web/lib/api/use-read-again.ts';
import { TOAST_DURATION } from '#web/lib/durations.ts';
import { paths } from '#web/lib/page/paths.ts';
import { type Followed, isShown, useFollowed } from './followed.ts';
import { endWords } from './state-words.ts';
import { useBulkAction } from './use-bulk-action.ts';

/** Follows the bulk actions of this tab to their end, on whichever screen the user is, and announces it, unless a dialog shows it. */
export function BulkActionWatch() {
  const { followed } = useFollowed();
  return followed.map((one) => <Watched key={`${one.bchKey} ${one.attempt}`} {...one} />);
}

const TOASTS = { ok: toastSuccess, warning: toastWarning, notice: toastNotice };

function Watched({ bchKey, attempt }: Followed) {
  const { unfollow } = useFollowed();
  const navigate = useNavigate();
  const readAgain = useReadAgain();
  const { data, error } = useBulkAction(bchKey, { withRows: false });
  const bulkAction = data?.bulkAction;
  const hasEnded = bulkAction !== undefined && bulkAction.attempt >= attempt && !isUnderWay(bulkAction);
  const isGone = data === undefined && error !== undefined && !isTemporary(error);

  const announce = useEffectEvent((ended: BulkAction) => {
    const { tone, ...words } = endWords(ended);
    if (!isShown(bchKey))
      TOASTS[tone]({
        ...words,
        duration: TOAST_DURATION.withLink,
        action: { label: 'Show details', run: () => void navigate(paths.bulkAction(bchKey)) },
      });
    void readAgain(units.list, units.get, bulkActions.list);
  });
  const leave = useEffectEvent(() => unfollow(bchKey));
  useEffect(() => {
    if (hasEnded && bulkAction) announce(bulkAction);
    if (hasEnded || isGone) leave();
  }, [hasEnded, isGone, bulkAction]);
  return null;
}
