import { z } from 'zod';
import { profiles } from '#core/profiles/contract.ts';
import { eventDefinitions } from '#core/profiles/event-definitions.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';

interface EventGroupDialogProps {
  model: UnitModel;
  categories: readonly string[];
  onAdd: (keys: readonly number[], category: string) => void;
  onClose: () => void;
}

const Schema = z.object({
  group: z.number('Choose a group'),
  category: z.string('Choose a category'),
});

/** Puts all events of a group into a category at once. */
export function EventGroupDialog({ model, categories, onAdd, onClose }: EventGroupDialogProps) {
  const { data } = useEndpoint(profiles.eventGroups, {});
  const ofModel = new Set(eventDefinitions(model).map(({ EventDefKey }) => EventDefKey));
  const groups = (data?.groups ?? []).map(({ EventGroupKey, EventGroupName, Events }) => ({
    value: EventGroupKey,
    label: EventGroupName,
    events: Events.filter(({ EventDefKey }) => ofModel.has(EventDefKey)),
  }));
  const form = useForm({
    schema: Schema,
    initial: {},
    onSubmit: ({ group, category }) =>
      onAdd(groups.find(({ value }) => value === group)?.events.map(({ EventDefKey }) => EventDefKey) ?? [], category),
  });
  const chosen = groups.find(({ value }) => value === form.values.group);
  return (
    <FormDialog title="Add event group" form={form} submitLabel="Put into category" onClose={onClose}>
      <SelectField
        label="Event group"
        placeholder="Choose a group"
        options={groups.filter(({ events }) => events.length > 0)}
        {...form.field('group')}
        {...(chosen && { help: chosen.events.map(({ EventName }) => EventName).join(', ') })}
      />
      <SelectField
        label="Category"
        placeholder="Choose a category"
        options={categories.map((name) => ({ value: name, label: name }))}
        {...form.field('category')}
      />
    </FormDialog>
  );
}
