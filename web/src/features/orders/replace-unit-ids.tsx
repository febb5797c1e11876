import { Box, Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { Order, OrderItem } from '#core/orders/order.ts';
import type { ReplacedUnitID } from '#core/orders/replaced-unit-id.ts';
import { ACTIONS } from '#core/severity.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { READS_OF_UNITS } from './order-reads.ts';

const SHOWN = 10;

/** Gives the units of an item whose unit IDs other units have the next free ones of its line. */
export function ReplaceUnitIDs({ order, item, disabled }: { order: Order; item: OrderItem; disabled: boolean }) {
  const [replaced, setReplaced] = useState<readonly ReplacedUnitID[]>();
  const replace = useEndpointMutation(unitConfiguration.replaceUnitIDs, { refreshes: READS_OF_UNITS });
  const confirm = useConfirm();
  const run = async () => {
    const isSure = await confirm({
      title: `Replace the taken unit IDs of item ${item.orderItem}?`,
      consequence:
        'Places whose unit ID another unit has get the next free one of the line for good. Labels that were printed for them are wrong then. The contacts of the dealer are told by email.',
      actionLabel: 'Replace unit IDs',
      ...ACTIONS.replaceUnitIDs,
    });
    if (!isSure) return;
    const answer = await replace.trigger({ orderKey: order.orderKey, orderItem: item.orderItem });
    if (answer) setReplaced(answer.rows);
  };
  return (
    <Box>
      <chakra.p mb="2" color="fg.muted">
        If another unit has a unit ID of this item, its place can get the next free one of the line. Labels that were
        printed for it are wrong then.
      </chakra.p>
      <Button size="sm" variant="outline" loading={replace.isMutating} disabled={disabled} onClick={() => void run()}>
        Replace taken unit IDs
      </Button>
      {replaced && (
        <Box role="status" mt="2">
          {replaced.length === 0 ? (
            'No unit ID of this item is taken'
          ) : (
            <chakra.ul aria-label="Replaced unit IDs">
              {replaced.slice(0, SHOWN).map(({ place, was, UnitID, UnitSerNum }) => (
                <li key={place}>{`Unit ${place} gets ${UnitID}: the unit ${UnitSerNum} has ${was}`}</li>
              ))}
              {replaced.length > SHOWN && <li>{`And ${replaced.length - SHOWN} more`}</li>}
            </chakra.ul>
          )}
        </Box>
      )}
    </Box>
  );
}
