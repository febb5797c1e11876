import { Alert, chakra, Flex } from '@chakra-ui/react';
import { type BulkAction, isUnderWay } from '#core/bulk-actions/bulk-action.ts';
import { countsOf } from '#core/bulk-actions/outcome.ts';
import { actionWords } from '#core/bulk-actions/words.ts';
import { ProgressBar } from '#web/components/progress/progress-bar.tsx';
import { openWords, stopWords } from './state-words.ts';

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
        <Count label="Updated" value={counts.updated} tone="ok" />
        {counts.asked > 0 && <Count label="Asked" value={counts.asked} tone="ok" />}
        {counts.already > 0 && <Count label="Was so already" value={counts.already} tone="muted" />}
        <Count label="Failed" value={failed} tone={failed > 0 ? 'danger' : 'muted'} />
        <Count label={openWords(bulkAction)} value={counts.toDo} tone="muted" />
      </Flex>
    </Flex>
  );
}

function Count({ label, value, tone }: { label: string; value: number; tone: 'ok' | 'danger' | 'muted' }) {
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
