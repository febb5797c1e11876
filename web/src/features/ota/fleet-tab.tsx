import { chakra, Flex } from '@chakra-ui/react';
import { ota } from '#core/ota/contract.ts';
import { unitCount } from '#core/units/unit-count.ts';
import { PieChart, pieColor } from '#web/components/chart/pie-chart.tsx';
import { SettingSection } from '#web/components/page/setting-section.tsx';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { Loaded } from './loaded.tsx';
import { slicesOf } from './slices.ts';

/** How many units have each version of the firmware. */
export function FleetTab() {
  const answer = useEndpoint(ota.getVersionOverView, {});
  return (
    <Loaded answer={answer} what="The versions of the fleet" failureTitle="Error getting version history">
      {({ versions }) => {
        const slices = slicesOf(versions.map(({ FirmVer, Count }) => ({ label: FirmVer, count: Count })));
        if (slices.length === 0)
          return (
            <EmptyState
              title="No unit has reported its firmware yet"
              description="A unit reports it when it logs in."
            />
          );
        return (
          <SettingSection title="Firmware versions" description="Units of your dealer and all dealers below.">
            <Flex gap="8" wrap="wrap" align="center">
              <PieChart parts={slices} size={208} />
              <chakra.ul aria-label="Units by firmware version" listStyleType="none" display="grid" gap="1.5">
                {slices.map(({ label, count, share }, index) => (
                  <Flex as="li" key={label} gap="3" align="center">
                    <chakra.span w="3" h="3" borderRadius="full" flexShrink="0" bg={pieColor(index)} aria-hidden />
                    <chakra.span fontFamily="mono" minW="6rem">
                      {label}
                    </chakra.span>
                    <chakra.span color="fg.muted" fontVariantNumeric="tabular-nums">
                      {`${unitCount(count)}, ${share} %`}
                    </chakra.span>
                  </Flex>
                ))}
              </chakra.ul>
            </Flex>
          </SettingSection>
        );
      }}
    </Loaded>
  );
}
