import { Button, Flex } from '@chakra-ui/react';
import type { BulkAction } from '#core/bulk-actions/bulk-action.ts';
import { countsOf, RowOutcome, type RowView } from '#core/bulk-actions/outcome.ts';
import { countLabel } from '#web/shared/bulk-actions/outcomes.ts';

interface OutcomeChipsProps {
  bulkAction: BulkAction;
  /** Undefined: all rows. */
  view: RowView | undefined;
  onChange: (view: RowView | undefined) => void;
}

/** Which rows of a bulk action are shown. The counts are those of the action. */
export function OutcomeChips({ bulkAction, view, onChange }: OutcomeChipsProps) {
  const counts = countsOf(bulkAction);
  const chips: { view: RowView | undefined; label: string }[] = [
    { view: undefined, label: `All ${bulkAction.total.toLocaleString('en')}` },
    { view: 'latest', label: 'Latest' },
    ...RowOutcome.options
      .filter((outcome) => counts[outcome] > 0 || outcome === view)
      .map((outcome) => ({
        view: outcome,
        label: `${countLabel(bulkAction, outcome)} ${counts[outcome].toLocaleString('en')}`,
      })),
  ];
  return (
    <Flex as="fieldset" aria-label="Outcome" gap="1.5" wrap={{ md: 'wrap' }}>
      {chips.map((chip) => (
        <Button
          key={chip.view ?? 'all'}
          size="xs"
          variant={chip.view === view ? 'subtle' : 'outline'}
          aria-pressed={chip.view === view}
          onClick={() => onChange(chip.view)}
        >
          {chip.label}
        </Button>
      ))}
    </Flex>
  );
}
