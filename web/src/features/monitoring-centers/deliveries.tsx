import { chakra, Flex } from '@chakra-ui/react';
import type { DeliveryTry, ShownDelivery } from '#core/monitoring-centers/delivery.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import type { Tone } from '#web/components/status/tones.ts';
import { ExactTime } from '#web/components/text/relative-time.tsx';

const PLACES: Readonly<Record<DeliveryTry['place'], string>> = { main: 'Main address', second: 'Second address' };

function toneOf({ state, unreachedAt }: ShownDelivery): [Tone, string] {
  if (state === 'delivered') return ['ok', 'Delivered'];
  if (state === 'failed') return ['danger', 'Not delivered'];
  if (state === 'overtaken') return ['muted', 'Not sent: an alarm with the same code is open'];
  return unreachedAt === undefined ? ['notice', 'Being delivered'] : ['danger', 'Not delivered yet'];
}

/** The way of an alarm to the receivers of its centres, with each try. */
export const Deliveries = ({ deliveries }: { deliveries: readonly ShownDelivery[] }) => (
  <chakra.ul flexBasis="100%" display="grid" gap="1" aria-label="Deliveries">
    {deliveries.map((delivery) => {
      const [tone, label] = toneOf(delivery);
      return (
        <chakra.li key={delivery.center}>
          <Flex gap="2" align="baseline" wrap="wrap">
            <StatusBadge tone={tone} label={label} look="plain" />
            <chakra.span>{delivery.center}</chakra.span>
            <chakra.details color="fg.muted" textStyle="sm">
              <chakra.summary cursor="pointer">
                {delivery.tries.length === 1 ? '1 try' : `${delivery.tries.length} tries`}
              </chakra.summary>
              <chakra.ol aria-label={`Tries at ${delivery.center}`}>
                {delivery.tries.map(({ at, place, detail }) => (
                  <chakra.li key={`${at} ${place}`}>
                    <ExactTime at={at} />
                    {` · ${PLACES[place]} · ${detail}`}
                  </chakra.li>
                ))}
              </chakra.ol>
            </chakra.details>
          </Flex>
        </chakra.li>
      );
    })}
  </chakra.ul>
);
