import { Box, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { z } from 'zod';
import { AvailableCaregiver } from '#core/caregivers/caregiver.ts';
import { caregivers } from '#core/caregivers/contract.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { FormField } from '#web/components/form/form-field.tsx';
import { SearchSelectField } from '#web/components/form/search-select-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useDebounced } from '#web/components/hooks/use-debounced.ts';
import { CHIP_FIELD, Chip } from '#web/components/status/chip.tsx';
import { call } from '#web/lib/api/api.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useReadAgain } from '#web/lib/api/use-read-again.ts';
import { showFailure, showSuccess } from '#web/lib/messages/show.ts';

const Schema = z.object({ staged: z.array(AvailableCaregiver).min(1, 'Choose at least one caregiver') });
const PAUSE_MS = 200;

/** Assigns caregivers of the same dealer to a unit. They are staged first, and assigned together. */
export function AssignDialog({ UnitSerNum, onClose }: { UnitSerNum: string; onClose: () => void }) {
  const readAgain = useReadAgain();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), PAUSE_MS);
  const { data, isValidating } = useEndpoint(
    caregivers.list,
    { id: UnitSerNum, ...(search && { search }) },
    { keepPreviousData: true, revalidateOnFocus: false },
  );
  const form = useForm({
    schema: Schema,
    initial: { staged: [] },
    onSubmit: async ({ staged }) => {
      let left = staged;
      try {
        for (const { UserKey } of staged) {
          await call(caregivers.assign, { UnitSerNum, UserKey, updateType: 'add' });
          left = left.filter((one) => one.UserKey !== UserKey);
        }
        showSuccess('Successfully assigned Caregiver to unit.');
        onClose();
      } catch (error) {
        // Those that are assigned now must not be assigned again.
        form.set({ staged: left });
        showFailure(error);
        throw error;
      } finally {
        void readAgain(caregivers.list);
      }
    },
  });
  const staged = form.values.staged ?? [];
  const stage = (next: AvailableCaregiver[]) => form.set({ staged: next });
  const available = (data?.available ?? []).filter(({ UserKey }) => !staged.some((one) => one.UserKey === UserKey));

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Assign caregivers to ${UnitSerNum}`}
      formLabel="Assign caregivers"
      submitLabel="Assign caregivers"
    >
      <SearchSelectField
        name="available"
        label="Available caregivers"
        help={
          data?.more
            ? 'There are more. Type the start of a name, or a unique ID.'
            : 'Type the start of a name, or a unique ID.'
        }
        value={undefined}
        options={available.map(({ UserKey, Name, emails }) => ({ value: UserKey, label: Name, hint: emails[0] ?? '' }))}
        onSearch={setText}
        searching={isValidating || search !== text.trim()}
        onChange={(key) => {
          const chosen = available.find(({ UserKey }) => UserKey === key);
          if (chosen) stage([...staged, chosen]);
          setText('');
        }}
      />
      <FormField label="Staged caregivers" error={form.errorAt('staged')}>
        <Box css={CHIP_FIELD} role="group" aria-label="Staged caregivers">
          {staged.length === 0 && <chakra.span color="fg.muted">Nobody is chosen yet</chakra.span>}
          {staged.map(({ UserKey, Name }) => (
            <Chip
              key={UserKey}
              removeLabel={`Take back ${Name}`}
              onRemove={() => stage(staged.filter((one) => one.UserKey !== UserKey))}
            >
              {Name}
            </Chip>
          ))}
        </Box>
      </FormField>
    </FormDialog>
  );
}
