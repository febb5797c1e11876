import { Button, chakra, Flex, Grid } from '@chakra-ui/react';
import { useState } from 'react';
import { MESSAGE_TYPES, PARTIES } from '#core/logs/protocol-entry.ts';
import { Dialog, DialogCancel } from '#web/components/dialog/dialog.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { CheckboxField } from '#web/components/form/toggle-fields.tsx';
import { Problem } from '#web/components/states/problem.tsx';
import { EVERYTHING, filterProblem, type ShownFilter } from './protocol-filter.ts';

interface FilterDialogProps {
  filter: ShownFilter;
  onApply: (filter: ShownFilter) => void;
  onClose: () => void;
}

/** Chooses the messages of a protocol log by origin, destination, type and a text in a field. */
export function FilterDialog({ filter, onApply, onClose }: FilterDialogProps) {
  const [draft, setDraft] = useState(filter);
  const [problem, setProblem] = useState<string>();
  const change = (part: Partial<ShownFilter>) => {
    setProblem(undefined);
    setDraft({ ...draft, ...part });
  };
  const apply = () => {
    const found = filterProblem(draft);
    if (found) setProblem(found);
    else onApply(draft);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="md"
      title="Filter messages"
      footer={
        <>
          <Button variant="ghost" me="auto" onClick={() => change(EVERYTHING)}>
            Choose everything
          </Button>
          <DialogCancel />
          <Button onClick={apply}>Apply</Button>
        </>
      }
    >
      <Flex direction="column" gap="4">
        <Choices label="Origin" all={PARTIES} chosen={draft.origins} onChange={(origins) => change({ origins })} />
        <Choices
          label="Destination"
          all={PARTIES}
          chosen={draft.destinations}
          onChange={(destinations) => change({ destinations })}
        />
        <Choices
          label="Message type"
          all={MESSAGE_TYPES}
          chosen={draft.messageTypes}
          onChange={(messageTypes) => change({ messageTypes })}
        />
        <TextField
          name="field"
          label="Text in a field"
          help="Shows the messages with this text in one of their decoded fields."
          maxLength={100}
          value={draft.fieldText}
          onChange={(fieldText) => change({ fieldText })}
        />
        <Problem text={problem} />
      </Flex>
    </Dialog>
  );
}

interface ChoicesProps<Value extends string> {
  label: string;
  all: readonly Value[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
}

const Choices = <Value extends string>({ label, all, chosen, onChange }: ChoicesProps<Value>) => (
  <chakra.fieldset minW="0" border="0" p="0">
    <chakra.legend fontWeight="600" mb="1.5">
      {label}
    </chakra.legend>
    <Grid templateColumns="repeat(auto-fill, minmax(9rem, 1fr))" gap="2">
      {all.map((value) => (
        <CheckboxField
          key={value}
          name={`${label} ${value}`}
          label={value}
          value={chosen.includes(value)}
          onChange={(on) => onChange(all.filter((one) => (one === value ? on : chosen.includes(one))))}
        />
      ))}
    </Grid>
  </chakra.fieldset>
);
