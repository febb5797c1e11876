import { chakra, Flex } from '@chakra-ui/react';
import { Fragment } from 'react';
import { ROLLOUT_UNIT_STATE_WORDS, ROLLOUT_UNIT_STATES, SETTLED, type StageCounts } from '#core/rollouts/rollout.ts';
import { unitCount } from '#core/units/unit-count.ts';
import { KeyValueList } from '#web/components/page/key-value-list.tsx';
import { SettingList, SettingRow } from '#web/components/page/setting-list.tsx';
import { SettingSection } from '#web/components/page/setting-section.tsx';
import { ProgressBar } from '#web/components/progress/progress-bar.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { TextLink } from '#web/components/text/text-link.tsx';
import { rolloutUnitsHref } from '#web/shared/rollouts/hrefs.ts';
import type { RolloutDetail } from './rollout-page.tsx';
import { shownCarriers, shownUnits } from './words.ts';

/** The stages of a rollout with their progress, the health of its units, and its rules. */
export function OverviewTab({ rollout }: { rollout: RolloutDetail }) {
  return (
    <div>
      <SettingSection title="Stages" description="Each stage begins when all units of the one before it are done.">
        <SettingList label="Stages">
          {rollout.plan.stages.map((_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two stages can have the same name, and their order stays
            <Stage key={index} rollout={rollout} index={index} />
          ))}
        </SettingList>
      </SettingSection>
      <SettingSection
        title="Health"
        description="Each updated unit is compared with itself before the update. The rollout pauses when clearly more units do worse than better."
      >
        <Health rollout={rollout} />
      </SettingSection>
      <SettingSection title="Rules">
        <Rules rollout={rollout} />
      </SettingSection>
    </div>
  );
}

const sumOf = (counts: StageCounts, states = ROLLOUT_UNIT_STATES as readonly (keyof StageCounts)[]) =>
  states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);

function Stage({ rollout, index }: { rollout: RolloutDetail; index: number }) {
  const { plan, stage: present, state, dealers, rolloutId, counts: all } = rollout;
  const stage = plan.stages[index]!;
  const counts = all[index] ?? {};
  const total = sumOf(counts);
  const nameOf = (key: number) => dealers.find(({ DealerKey }) => DealerKey === key)?.DealerName ?? `Dealer ${key}`;
  const isPresent = index === present && (state === 'running' || state === 'paused');
  return (
    <SettingRow
      title={
        <>
          {stage.name}
          {isPresent && <StatusBadge tone="notice" label="Present stage" />}
        </>
      }
      facts={
        <Flex direction="column" gap="2">
          <span>{`${shownUnits(stage, nameOf)} · each watched for ${stage.watchHours} h`}</span>
          {total > 0 && (
            <>
              <ProgressBar
                label={`Units of ${stage.name}`}
                done={sumOf(counts, SETTLED)}
                total={total}
                failed={counts.failed ?? 0}
                finished={!isPresent}
              />
              <chakra.span fontVariantNumeric="tabular-nums">
                {ROLLOUT_UNIT_STATES.filter((one) => counts[one]).map((one, position) => (
                  <Fragment key={one}>
                    {position > 0 && ' · '}
                    <TextLink to={rolloutUnitsHref(rolloutId, one)}>
                      {`${ROLLOUT_UNIT_STATE_WORDS[one]}: ${counts[one]!.toLocaleString('en')}`}
                    </TextLink>
                  </Fragment>
                ))}
              </chakra.span>
            </>
          )}
          {total === 0 && <span>{isPresent ? 'Its units are being found.' : 'No unit yet.'}</span>}
        </Flex>
      }
    />
  );
}

function Health({ rollout: { health } }: { rollout: RolloutDetail }) {
  if (health.compared === 0)
    return (
      <chakra.p color="fg.muted">
        No unit has been compared yet. The first comparison is one hour after the update of a unit.
      </chakra.p>
    );
  return (
    <Flex direction="column" gap="3">
      <chakra.p>{`${unitCount(health.compared)} compared`}</chakra.p>
      <KeyValueList
        items={health.troubles.map(({ label, worse, better }) => ({
          label,
          value: `${worse.toLocaleString('en')} worse, ${better.toLocaleString('en')} better`,
        }))}
      />
    </Flex>
  );
}

function Rules({ rollout: { plan } }: { rollout: RolloutDetail }) {
  const { unitsPerHour, window, networks, mostTries, coolOffHours } = plan;
  return (
    <KeyValueList
      items={[
        {
          label: 'Pace',
          value: `At most ${unitCount(unitsPerHour)} an hour`,
        },
        {
          label: 'Maintenance window',
          value: window ? `${window.from} to ${window.to}, where the unit is` : 'At any time',
        },
        { label: 'Networks', value: networks.length > 0 ? shownCarriers(networks) : 'Any' },
        {
          label: 'After a failure',
          value:
            mostTries === 1
              ? 'No other try'
              : `${mostTries} tries in all, the second after ${coolOffHours} h, each later one after twice the rest`,
        },
      ]}
    />
  );
}
