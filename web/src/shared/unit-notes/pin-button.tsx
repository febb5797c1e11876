import { IconButton } from '@chakra-ui/react';
import { Pin, PinOff } from 'lucide-react';
import { unitNotes } from '#core/unit-notes/contract.ts';
import { Tooltip } from '#web/components/tooltip/tooltip.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';

/** Pins the unit to the person's start page and to the top of their searches, or unpins it. */
export function PinButton({ UnitSerNum }: { UnitSerNum: string }) {
  const { data } = useEndpoint(unitNotes.pinnedUnits, {}, { revalidateOnFocus: false });
  const { trigger, isMutating } = useEndpointMutation(unitNotes.setPinned, { refreshes: [unitNotes.pinnedUnits] });
  if (!data) return null;
  const pinned = data.items.some((unit) => unit.UnitSerNum === UnitSerNum);
  const label = pinned ? 'Unpin this unit' : 'Pin this unit';
  return (
    <Tooltip content={label}>
      <IconButton
        size="xs"
        variant="ghost"
        aria-label={label}
        aria-pressed={pinned}
        color={pinned ? 'accent.fg' : 'fg.muted'}
        loading={isMutating}
        onClick={() => void trigger({ UnitSerNum, pinned: !pinned })}
      >
        {pinned ? <PinOff size={15} aria-hidden /> : <Pin size={15} aria-hidden />}
      </IconButton>
    </Tooltip>
  );
}
