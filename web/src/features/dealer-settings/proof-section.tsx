import { ACTIONS } from '#core/severity.ts';
import { units } from '#core/units/contract.ts';
import { unitCount } from '#core/units/unit-count.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { TextLink } from '#web/components/text/text-link.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { Section } from './section.tsx';
import { SwitchLine } from './switch-line.tsx';
import { type Settings, useDetailsChange } from './use-settings.ts';

/** Whether units without a secret may connect. */
export function ProofSection({ settings }: { settings: Settings }) {
  const { UnitsMustProve, UnitsMustProveByDealerAbove, UnitsWithoutSecret } = settings;
  const { trigger } = useDetailsChange('Preferences Updated!');
  const confirm = useConfirm();
  const change = async (on: boolean) => {
    const sure =
      !on ||
      UnitsWithoutSecret === 0 ||
      (await confirm({
        title: 'Lock out units without a secret?',
        consequence: `${unitCount(UnitsWithoutSecret)} of your dealer and its sub-dealers ${have(UnitsWithoutSecret)} no secret yet and could not connect. Units that are connected now are refused when they connect again.`,
        actionLabel: 'Lock them out',
        ...ACTIONS.lockOutUnproven,
      }));
    if (sure) await trigger({ old: { UnitsMustProve }, new: { UnitsMustProve: on ? 1 : 0 } });
  };
  return (
    <Section
      title="Login of units"
      description="A unit with a secret proves its identity when it connects. Others are trusted by what their label says, unless you require a proof. New units always need a secret."
    >
      <WithoutSecret count={UnitsWithoutSecret} />
      <SwitchLine
        label="Units must prove themselves"
        on={UnitsMustProve === 1 || UnitsMustProveByDealerAbove}
        onChange={change}
        reason={UnitsMustProveByDealerAbove ? 'A dealer above yours requires it' : undefined}
      />
    </Section>
  );
}

function WithoutSecret({ count }: { count: number }) {
  const may = useMay(units.list.access);
  if (count === 0) return <p>Every unit has a secret.</p>;
  return (
    <p>
      {`${unitCount(count)} ${have(count)} no secret yet. `}
      {may && <TextLink to={paths.units({ withoutSecret: 1 })}>Show them</TextLink>}
    </p>
  );
}

const have = (count: number) => (count === 1 ? 'has' : 'have');
