import { Alert, chakra, Flex } from '@chakra-ui/react';
import { type BulkAction, isUnderWay } from '#core/bulk-actions/bulk-action.ts';
import { countsOf, type RowOutcome } from '#core/bulk-actions/outcome.ts';
import { actionWords } from '#core/bulk-actions/words.ts';
import { ProgressBar } from '#web/components/progress/progress-bar.tsx';
import type { Tone } from '#web/components/status/tones.ts';
import { countLabel, OUTCOMES } from './outcomes.ts';
import { stopWords } from './state-words.ts';

const SHOWN: readonly RowOutcome[] = ['updated', 'asked', 'already', 'failed', 'toDo'];
const ALWAYS_SHOWN: readonly RowOutcome[] = ['updated', 'failed', 'toDo'];

/** The progress of a bulk action, with its counts. */
export function BulkProgress({ bulkAction }: { bulkAction: BulkAction }) {
  const { done, failed, total, createdAt } = bulkAction;
  const counts = countsOf(bulkAction);
  const goesOn = isUnderWay(bulkAction);
  return (
    <Flex direction="column" gap="3">
      {bulkAction.state === 'stopped' && (
        <Alert.Root status="warning" size="sm" variant="subtle" colorPalette="warning" role="status">
          <Alert.Title fontWeight="400">{stopWords(bulkAction)}</Alert.Title>
        </Alert.Root>
      )}
      {bulkAction.isPartial ? (
        <ProgressBar
          label="Finding the units"
          done={total}
          total={undefined}
          doneWord="found so far"
          finished={!goesOn}
        />
      ) : (
        <ProgressBar
          label={actionWords(bulkAction)}
          done={done + failed}
          total={total}
          failed={failed}
          {...(!bulkAction.isStalled && bulkAction.pace === undefined && { startedAt: new Date(createdAt) })}
          finished={!goesOn}
        />
      )}
      <Flex gap="6" wrap="wrap" fontVariantNumeric="tabular-nums">
        {SHOWN.filter((outcome) => ALWAYS_SHOWN.includes(outcome) || counts[outcome] > 0).map((outcome) => (
          <Count
            key={outcome}
            label={countLabel(bulkAction, outcome)}
            value={counts[outcome]}
            tone={OUTCOMES[outcome].tone}
          />
        ))}
      </Flex>
    </Flex>
  );
}

function Count({ label, value, tone }: { label: string; value: number; tone: Tone }) {
  return (
    <div>
      <chakra.div textStyle="xs" color="fg.muted">
        {label}
      </chakra.div>
      <chakra.div textStyle="lg" fontWeight="600" color={value > 0 && tone !== 'muted' ? `${tone}.fg` : 'fg'}>
        {value.toLocaleString('en')}
      </chakra.div>
    </div>
  );
}
