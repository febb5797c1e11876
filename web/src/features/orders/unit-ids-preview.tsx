import { Button, chakra, Flex } from '@chakra-ui/react';
import { orders } from '#core/orders/contract.ts';
import type { OrderItemFields } from '#core/orders/order.ts';
import { hasUnitIDs } from '#core/orders/rules.ts';
import type { Draft } from '#web/components/form/use-form.ts';
import { useDebounced } from '#web/components/hooks/use-debounced.ts';
import type { Input } from '#web/lib/api/api.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';

interface UnitIDsPreviewProps {
  values: Draft<OrderItemFields>;
  orderItemKey: string | undefined;
  onQuantity: (quantity: number) => void;
}

/** The unit IDs that the item would get now. If the line has too few, it offers the largest quantity that is left. */
export function UnitIDsPreview({ values, orderItemKey, onQuantity }: UnitIDsPreviewProps) {
  // As text, because a new object of the same values would start the pause anew.
  const text = useDebounced(JSON.stringify(inputOf(values, orderItemKey)), 300);
  const asked = JSON.parse(text) as ReturnType<typeof inputOf>;
  const { data } = useEndpoint(orders.getLastUnitIDUsed, asked, { onError: () => undefined });
  if (!asked || !data) return null;
  const { startingUnitID, endingUnitID, lastUnitIDUsed, maximum } = data;
  return (
    <Flex aria-live="polite" direction="column" gap="2" align="flex-start" color="fg.muted">
      {startingUnitID !== '' && (
        <chakra.p>
          {`Unit IDs ${startingUnitID} to ${endingUnitID}. `}
          {lastUnitIDUsed && `The last one in use is ${lastUnitIDUsed}.`}
        </chakra.p>
      )}
      {startingUnitID === '' && (
        <>
          <chakra.p color="fg.error">
            {maximum > 0
              ? `This line has ${maximum.toLocaleString('en')} unit IDs left in a row.`
              : 'This line has no unit ID left there. Choose another line or first unit ID.'}
          </chakra.p>
          {maximum > 0 && (
            <Button size="xs" variant="outline" onClick={() => onQuantity(maximum)}>
              {`Change the quantity to ${maximum.toLocaleString('en')}`}
            </Button>
          )}
        </>
      )}
    </Flex>
  );
}

/** What to ask; null while a part is missing. */
function inputOf(
  { LineID, orderItemQuantity, profile, startingUnitID, uidLength, UnitIDOptions }: Draft<OrderItemFields>,
  orderItemKey: string | undefined,
): Input<typeof orders.getLastUnitIDUsed> | null {
  if (!UnitIDOptions || !hasUnitIDs({ UnitIDOptions }) || !profile || !LineID) return null;
  const input = orders.getLastUnitIDUsed.input.safeParse({
    ...{ LineID, profile, Quantity: orderItemQuantity, overRideValue: startingUnitID ?? '' },
    ...(uidLength && { uidLength }),
    ...(orderItemKey && { editProduct: orderItemKey }),
  });
  return input.success ? input.data : null;
}
