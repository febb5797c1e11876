import { chakra, Flex } from '@chakra-ui/react';
import type { Source } from '#core/unit-configuration/configuration.ts';
import type { SyncState } from '#core/unit-configuration/reported.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import type { Tone } from '#web/components/status/tones.ts';
import type { ShownSetting } from './desired.ts';

const SOURCE_WORDS: Readonly<Record<Source, string>> = {
  profile: 'From the profile',
  dealer: 'From the dealer',
  unit: 'Of this unit',
};

export const STATE_LOOKS: Readonly<Record<SyncState, { tone: Tone; label: string }>> = {
  'in sync': { tone: 'ok', label: 'In sync' },
  waiting: { tone: 'notice', label: 'Waiting for the unit' },
  refused: { tone: 'danger', label: 'Refused by the unit' },
  forgotten: { tone: 'warning', label: 'Forgotten by the unit' },
  'not sent': { tone: 'muted', label: 'Never sent' },
};

export const SettingState = ({ state }: Pick<ShownSetting, 'state'>) => (
  <StatusBadge {...STATE_LOOKS[state]} look="plain" />
);

/** Below the field of a setting: where the saved value comes from, whether the unit has it, and what the unit has instead. */
export function SettingOrigin({ setting: { source, state, reportedWords, error } }: { setting: ShownSetting }) {
  const differs = state !== 'in sync' && reportedWords !== undefined;
  return (
    <Flex direction="column" gap="0.5" textStyle="xs" color="fg.muted" mt="1">
      <Flex gap="2" wrap="wrap">
        <span>{SOURCE_WORDS[source]}</span>
        {state !== 'in sync' && state !== 'not sent' && <SettingState state={state} />}
      </Flex>
      {differs && <span>{`The unit has: ${reportedWords.join(', ') || '—'}`}</span>}
      {error !== undefined && <chakra.span color="danger.fg">{`The unit says: ${error}`}</chakra.span>}
    </Flex>
  );
}
