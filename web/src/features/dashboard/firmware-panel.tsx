import { Button, chakra, Flex, Grid } from '@chakra-ui/react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ValueCount } from '#core/dashboard/dashboard.ts';
import { units } from '#core/units/contract.ts';
import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { unitCount } from '#core/units/unit-count.ts';
import { PieChart, pieColor } from '#web/components/chart/pie-chart.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { CountLink } from './count-link.tsx';
import { Panel } from './panel.tsx';

/** The most versions of a model that are shown at first. */
const SHOWN = 50;

/** The firmware versions of each model, as a chart with its table. Each count leads to exactly those units, for who may list units. */
export const FirmwarePanel = ({ firmware }: { firmware: Readonly<Record<UnitModel, readonly ValueCount[]>> }) => (
  <Panel title="Firmware versions">
    <Grid gap="5" templateColumns={{ base: '1fr', lg: 'repeat(3, minmax(0, 1fr))' }} alignItems="start">
      {UNIT_MODELS.map((model) => (
        <ModelFirmware key={model} model={model} versions={firmware[model]} />
      ))}
    </Grid>
  </Panel>
);

function ModelFirmware({ model, versions }: { model: UnitModel; versions: readonly ValueCount[] }) {
  const [isWhole, setWhole] = useState(false);
  const mayList = useMay(units.list.access);
  const total = sumOf(versions);
  const shown = isWhole ? versions : versions.slice(0, SHOWN);
  const others = versions.slice(shown.length);
  return (
    <Flex direction="column" gap="3">
      <chakra.h3 color="fg.muted">{model}</chakra.h3>
      {total === 0 ? (
        <chakra.p color="fg.muted">No unit has reported its firmware.</chakra.p>
      ) : (
        <Flex gap="4" align="flex-start">
          <PieChart
            parts={[
              ...shown.map(({ value, count }) => ({ label: value, count })),
              ...(others.length > 0 ? [{ label: `${others.length} other versions`, count: sumOf(others) }] : []),
            ]}
            size={96}
          />
          <chakra.table flex="1" minW="0" aria-label={`Firmware versions of ${model}`}>
            <tbody>
              {shown.map(({ value, count }, index) => (
                <tr key={value}>
                  <Name scope="row">
                    <Key bg={pieColor(index)} aria-hidden />
                    {value}
                  </Name>
                  <Value>
                    {mayList ? (
                      <CountLink asChild>
                        <Link to={paths.units({ UnitModel: model, FirmVer: value })}>{count.toLocaleString('en')}</Link>
                      </CountLink>
                    ) : (
                      count.toLocaleString('en')
                    )}
                  </Value>
                  <Value color="fg.muted">{`${Math.round((100 * count) / total)} %`}</Value>
                </tr>
              ))}
            </tbody>
          </chakra.table>
        </Flex>
      )}
      {others.length > 0 && (
        <Button variant="outline" size="sm" alignSelf="flex-start" onClick={() => setWhole(true)}>
          {`Show ${others.length} more with ${unitCount(sumOf(others))}`}
        </Button>
      )}
    </Flex>
  );
}

const sumOf = (versions: readonly ValueCount[]) => versions.reduce((sum, { count }) => sum + count, 0);

const Name = chakra('th', { base: { textAlign: 'start', fontWeight: '400', textStyle: 'identifier', py: '0.5' } });
const Value = chakra('td', { base: { textAlign: 'end', fontVariantNumeric: 'tabular-nums', ps: '2', py: '0.5' } });
const Key = chakra('span', {
  base: { display: 'inline-block', w: '2.5', h: '2.5', borderRadius: 'sm', me: '2', verticalAlign: 'baseline' },
});
