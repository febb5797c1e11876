import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router';
import type { UnitNumbers } from '#core/dashboard/dashboard.ts';
import { CONDITION_WORDS, CONDITIONS } from '#core/units/condition.ts';
import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { CONDITION_TONES } from '#web/shared/units/condition-tones.ts';
import { Panel } from './panel.tsx';

/** The number of units by condition and model, each a link to its list. */
export function UnitTable({ units: { totals, facets } }: { units: UnitNumbers }) {
  const countOf = (model: UnitModel, condition: string) =>
    facets[model].condition.find(({ value }) => value === condition)?.count ?? 0;
  return (
    <Panel title="Units">
      <Table>
        <thead>
          <tr>
            <Head scope="col">Condition</Head>
            {UNIT_MODELS.map((model) => (
              <Head key={model} scope="col" textAlign="end">
                {model}
              </Head>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <Head scope="row">All</Head>
            {UNIT_MODELS.map((model) => (
              <Count key={model} to={paths.units({ UnitModel: model })} count={totals[model]} />
            ))}
          </tr>
          {CONDITIONS.map((condition) => (
            <tr key={condition}>
              <Head scope="row">
                <StatusBadge tone={CONDITION_TONES[condition]} label={CONDITION_WORDS[condition]} look="plain" />
              </Head>
              {UNIT_MODELS.map((model) => (
                <Count
                  key={model}
                  to={paths.units({ UnitModel: model, condition })}
                  count={countOf(model, condition)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

const Count = ({ to, count }: { to: string; count: number }) => (
  <Cell>
    {count === 0 ? (
      <chakra.span color="fg.subtle">0</chakra.span>
    ) : (
      <UnitCount asChild>
        <Link to={to}>{count.toLocaleString('en')}</Link>
      </UnitCount>
    )}
  </Cell>
);

const Table = chakra('table', {
  base: {
    w: 'full',
    borderWidth: '1px',
    borderRadius: 'l2',
    borderCollapse: 'separate',
    borderSpacing: '0',
    bg: 'bg.panel',
    '& tbody tr > *': { borderTopWidth: '1px' },
  },
});
const Head = chakra('th', { base: { px: { base: '2', md: '4' }, h: '9', textAlign: 'start', fontWeight: '400' } });
const Cell = chakra('td', {
  base: { px: { base: '2', md: '4' }, h: '9', textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
});
const UnitCount = chakra('a', {
  base: { fontWeight: '600', focusVisibleRing: 'outside', _hover: { textDecoration: 'underline' } },
});
