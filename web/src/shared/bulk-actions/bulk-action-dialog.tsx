import { Box, Button, chakra, Flex, RadioGroup } from '@chakra-ui/react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Holder } from '#core/access.ts';
import {
  type BulkAction,
  isUnderWay,
  MAX_MATCHING,
  MAX_UNITS,
  mayDoAction,
  NOT_YOUR_ACTION,
} from '#core/bulk-actions/bulk-action.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { type BulkActionValue, hasValue } from '#core/bulk-actions/kinds.ts';
import { actionWords } from '#core/bulk-actions/words.ts';
import { unitCount } from '#core/units/unit-count.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { Dialog, DialogCancel, type DialogProps } from '#web/components/dialog/dialog.tsx';
import { toastNotice } from '#web/components/messages/toaster.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { Unsaved } from '#web/components/unsaved/unsaved.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { TOAST_DURATION } from '#web/lib/durations.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { BulkActionButtons } from './bulk-action-buttons.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { acknowledging, CHOICES, type Choice } from './choices.ts';
import { useFollowed, useShown } from './followed.ts';
import { LeftOutNote } from './left-out-note.tsx';
import { PaceField, whyNoPace } from './pace-field.tsx';
import { SerialNumbers } from './serial-numbers.tsx';
import { changesWords, endWords, leavesWords } from './state-words.ts';
import { UnitReasons } from './unit-reasons.tsx';
import { useBulkAction } from './use-bulk-action.ts';
import type { BulkStart, BulkUnits } from './use-bulk-start.ts';
import { aboutOf, useDryRun } from './use-dry-run.ts';
import { ValueField } from './value-field.tsx';

/** The dialog at one of its steps. */
type Step = Omit<DialogProps, 'open'>;

/** Chooses a bulk action for the selected units, then follows it to its end. Each opening begins anew. */
export function BulkActionDialog({ start }: { start: BulkStart }) {
  const open = start.chosen !== undefined;
  const [wasOpen, setWasOpen] = useState(open);
  const [openings, setOpenings] = useState(0);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setOpenings(openings + 1);
  }
  return <Opening key={openings} start={start} />;
}

/** Both steps share one dialog: a second dialog would take the returned focus for a click outside, and close. */
function Opening({ start }: { start: BulkStart }) {
  const [started, setStarted] = useState<BulkAction>();
  // The units stay in the closing dialog.
  const chosen = useLast(start.chosen);
  const choice = useChoiceStep({ onClose: start.close, chosen, onStarted: setStarted });
  const open = start.chosen !== undefined;
  const progress = useProgressStep(started, start.close);
  useShown(open ? started?.bchKey : undefined);
  return <Dialog open={open} size="lg" {...(progress ?? choice)} />;
}

interface ChoiceStepOptions {
  onClose: () => void;
  chosen: BulkUnits | undefined;
  onStarted: (bulkAction: BulkAction) => void;
}

function useChoiceStep({ onClose, chosen, onStarted }: ChoiceStepOptions): Step {
  const [index, setChosenIndex] = useState<string>();
  const [value, setValue] = useState<BulkActionValue>();
  const [pace, setPace] = useState<number>();
  const setIndex = (next: string | undefined) => {
    setChosenIndex(next);
    setValue(undefined);
  };
  const { holder } = useSession();
  const { trigger, isMutating } = useEndpointMutation(bulkActions.create, { refreshes: [bulkActions.list] });
  const { follow } = useFollowed();
  const confirm = useConfirm();
  const choice = index === undefined ? undefined : CHOICES[Number(index)];
  const asked = useMemo(() => choice && askedOf(choice, value), [choice, value]);
  const { units, exclusions, checked, isChecking } = useDryRun(chosen, asked);
  const leftOut = useRef<HTMLDivElement>(null);
  const query = chosen?.query;
  const selected = query ? query.count : (chosen?.units.length ?? 0);
  const count = query ? matchWords(query.count) : unitCount(units.length);

  const begin = async () => {
    if (!choice || !asked || !chosen) return;
    const { consequence } = choice;
    const { weight, ...acknowledged } = acknowledging(choice, value);
    const label = actionWords(asked);
    const asks = weight.severity !== 'reversible' || query;
    const said = query
      ? `${consequence} These are the units that match ‘${query.words}’ when they are found.`
      : consequence;
    if (asks && !(await confirm({ title: `${label} for ${count}?`, consequence: said, actionLabel: label, ...weight })))
      return;
    const about = aboutOf({ ...chosen, units });
    const started = await trigger({ ...about, ...asked, ...acknowledged, UnitModel: chosen.UnitModel, pace });
    if (!started) return;
    follow(started);
    onStarted(started);
  };

  return {
    onClose,
    title: `Bulk action on ${query ? matchWords(selected) : unitCount(selected ?? 0)}`,
    description: `${chosen?.UnitModel ?? ''} · ${query ? `${query.words} · ` : ''}at most ${mostOf(chosen).toLocaleString('en')} at a time`,
    note: exclusions.length > 0 && (
      <LeftOutNote
        units={exclusions}
        checked={query ? checked : undefined}
        onShow={() => leftOut.current?.scrollIntoView()}
      />
    ),
    footer: (
      <>
        <DialogCancel />
        <DisabledReason
          reason={
            whyNot(choice, asked, { selected, most: mostOf(chosen) }, holder) ??
            whyNoPace(pace) ??
            (isChecking ? 'The units are being checked' : query ? undefined : whyNone(units))
          }
        >
          <Button onClick={() => void begin()} loading={isMutating} loadingText="Starting">
            {asked ? `${actionWords(asked)} for ${count}` : 'Start'}
          </Button>
        </DisabledReason>
      </>
    ),
    children: (
      <Flex direction="column" gap="4">
        <Unsaved when={(value !== undefined || pace !== undefined) && !isMutating} />
        <Choices index={index} onChange={setIndex}>
          {choice && chosen && <ValueField key={index} action={choice.action} chosen={chosen} onChange={setValue} />}
        </Choices>
        <PaceField value={pace} onChange={setPace} />
        {units.length > 0 && <SerialNumbers label={changesWords(choice?.action, units.length)} units={units} />}
        {exclusions.length > 0 && (
          <Flex ref={leftOut} direction="column" gap="1">
            <chakra.h3 textStyle="xs" fontWeight="600" color="fg.muted">
              {leavesWords(exclusions.length, query ? checked : undefined)}
            </chakra.h3>
            <UnitReasons label="Units left as they are" units={exclusions} />
          </Flex>
        )}
      </Flex>
    ),
  };
}

/** The field of the last choice can be below the part of the dialog that is in sight. */
const reveal = (field: HTMLElement | null) => field?.scrollIntoView({ block: 'nearest' });

interface ChoicesProps {
  index: string | undefined;
  onChange: (index: string | undefined) => void;
  /** The field of the chosen one. */
  children: ReactNode;
}

function Choices({ index, onChange, children }: ChoicesProps) {
  return (
    <RadioGroup.Root
      value={index ?? null}
      onValueChange={({ value }) => onChange(value ?? undefined)}
      aria-label="What to do"
    >
      <Flex direction="column" gap="2">
        {CHOICES.map((each, position) => (
          <ChoiceRow key={each.label} data-chosen={index === String(position) || undefined}>
            <RadioGroup.Item value={String(position)} alignItems="flex-start" w="full">
              <RadioGroup.ItemHiddenInput />
              <RadioGroup.ItemIndicator mt="0.5" />
              <RadioGroup.ItemText fontWeight="400">
                <chakra.span display="block" fontWeight="600">
                  {each.label}
                </chakra.span>
                <chakra.span color="fg.muted">{each.consequence}</chakra.span>
              </RadioGroup.ItemText>
            </RadioGroup.Item>
            {index === String(position) && (
              <Box ref={reveal} css={{ '&:not(:empty)': { ps: '7', pt: '3' } }}>
                {children}
              </Box>
            )}
          </ChoiceRow>
        ))}
      </Flex>
    </RadioGroup.Root>
  );
}

/** What is asked for. Undefined while the value that it needs is missing. */
const askedOf = ({ action, type }: Choice, value: BulkActionValue | undefined) =>
  hasValue(action) && !value ? undefined : { action, type, ...(value && { value }) };

function whyNot(
  choice: Choice | undefined,
  asked: object | undefined,
  { selected = 0, most }: { selected: number | undefined; most: number },
  holder: Holder,
): string | undefined {
  if (selected > most)
    return `At most ${most.toLocaleString('en')} units at a time; ${selected.toLocaleString('en')} are selected`;
  if (!choice) return 'Choose what to do';
  if (!mayDoAction(choice.action, holder)) return NOT_YOUR_ACTION;
  return asked ? undefined : 'Fill in the field';
}

const mostOf = (chosen: BulkUnits | undefined): number => (chosen?.query ? MAX_MATCHING : MAX_UNITS);

const matchWords = (count: number | undefined): string =>
  count === undefined ? 'all units that match' : `all ${unitCount(count)} that match`;

const whyNone = (units: readonly string[]) => (units.length === 0 ? 'None of these units would change' : undefined);

function useProgressStep(started: BulkAction | undefined, onClose: () => void): Step | undefined {
  const { data } = useBulkAction(started?.bchKey, { started });
  const { follow } = useFollowed();
  const bulkAction = data?.bulkAction ?? started;
  if (!bulkAction) return undefined;

  const goesOn = isUnderWay(bulkAction);
  const leave = () => {
    if (goesOn) {
      // The end can have been told to the tab already, and not yet to this dialog.
      follow(bulkAction);
      toastNotice({
        title: `${actionWords(bulkAction)} continues in the background`,
        duration: TOAST_DURATION.long,
      });
    }
    onClose();
  };

  return {
    onClose: leave,
    title: `Bulk action ${bulkAction.isStalled ? 'without progress' : goesOn ? 'running' : bulkAction.state}`,
    description:
      bulkAction.state === 'finished'
        ? endWords(bulkAction).title
        : `${bulkAction.UnitModel} · ${unitCount(bulkAction.total)}${bulkAction.isPartial ? ' so far' : ''}`,
    footer: (
      <>
        <Button asChild variant="ghost" me="auto">
          <Link to={paths.bulkAction(bulkAction.bchKey)}>Show details</Link>
        </Button>
        <BulkActionButtons bulkAction={bulkAction} />
        <Button onClick={leave}>{goesOn ? 'Continue in the background' : 'Close'}</Button>
      </>
    ),
    children: (
      <Flex direction="column" gap="4">
        <BulkProgress bulkAction={bulkAction} />
        <UnitReasons label="Failed units" units={data?.rows.filter(({ state }) => state === 'failed') ?? []} isShort />
      </Flex>
    ),
  };
}

function useLast<Value>(value: Value | undefined): Value | undefined {
  const last = useRef(value);
  if (value !== undefined) last.current = value;
  return last.current;
}

const ChoiceRow = chakra('div', {
  base: {
    px: '3',
    py: '2.5',
    borderWidth: '1px',
    borderRadius: 'l2',
    '&[data-chosen]': { borderColor: 'accent.solid', bg: 'accent.subtle' },
  },
});
