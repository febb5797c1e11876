import { Button, chakra, Flex, SimpleGrid } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { EVENTS_GROUP } from '#core/dealer-settings/event-groups.ts';
import { profiles } from '#core/profiles/contract.ts';
import { eventDefinitions } from '#core/profiles/event-definitions.ts';
import {
  categoryOf,
  type EventCategory,
  inCategory,
  type ProfileEvents,
  withoutCategory,
} from '#core/profiles/events.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { formatPhone } from '#web/components/form/phone.ts';
import { SelectField } from '#web/components/form/select-field.tsx';
import { EntryActions } from '#web/components/menu/entry-actions.tsx';
import { SettingList, SettingRow } from '#web/components/page/setting-list.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { CategoryDialog } from './category-dialog.tsx';

interface EventsEditorProps {
  model: UnitModel;
  events: ProfileEvents;
  onChange: (events: ProfileEvents) => void;
  disabledReason?: string | undefined;
}

/** The categories of events, whom each calls, and the category of each event. */
export function EventsEditor({ model, events, onChange, disabledReason }: EventsEditorProps) {
  const [edited, setEdited] = useState<EventCategory | 'new'>();
  const names = events.categories.map(({ CategoryName }) => CategoryName);
  const options = names.map((name) => ({ value: name, label: name }));
  const keep = (category: EventCategory) => {
    const was = edited === 'new' ? undefined : edited;
    const categories = was
      ? events.categories.map((one) => (one === was ? category : one))
      : [...events.categories, category];
    const groups = Object.fromEntries(
      Object.entries(events.groups).map(([key, name]) => [
        key,
        name === was?.CategoryName ? category.CategoryName : name,
      ]),
    );
    onChange({ categories, groups });
    setEdited(undefined);
  };
  return (
    <Flex direction="column" gap="8">
      <chakra.section aria-label="Categories">
        <Flex align="center" justify="space-between" mb="2" gap="3">
          <chakra.h2 textStyle="sectionTitle">Categories</chakra.h2>
          <DisabledReason reason={disabledReason}>
            <Button type="button" size="sm" variant="outline" onClick={() => setEdited('new')}>
              <Plus size={15} aria-hidden />
              Add category
            </Button>
          </DisabledReason>
        </Flex>
        <SettingList label="Categories">
          {events.categories.map((category) => (
            <SettingRow
              key={category.CategoryName}
              title={category.CategoryName}
              facts={phonesOf(category)}
              {...(disabledReason === undefined && {
                actions: (
                  <EntryActions
                    name={category.CategoryName}
                    onEdit={() => setEdited(category)}
                    {...(category.CategoryName !== EVENTS_GROUP && {
                      onDelete: () => onChange(withoutCategory(events, category.CategoryName)),
                    })}
                  />
                ),
              })}
            />
          ))}
        </SettingList>
      </chakra.section>
      {names.length > 1 && disabledReason === undefined && (
        <GroupAssignment model={model} events={events} onChange={onChange} />
      )}
      <chakra.section aria-label="Events">
        <chakra.h2 textStyle="sectionTitle" mb="3">
          Events
        </chakra.h2>
        <SimpleGrid columns={{ base: 1, sm: 2, lg: 3 }} gap="4">
          {eventDefinitions(model).map(({ EventDefKey, EventName }) => (
            <SelectField
              key={EventDefKey}
              name={`event-${EventDefKey}`}
              label={EventName}
              options={options}
              value={categoryOf(events, EventDefKey)}
              onChange={(name) => name !== undefined && onChange(inCategory(events, [EventDefKey], name))}
              {...(disabledReason !== undefined && { disabledReason })}
            />
          ))}
        </SimpleGrid>
      </chakra.section>
      {edited && (
        <CategoryDialog
          category={edited === 'new' ? undefined : edited}
          taken={names}
          onSave={keep}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Flex>
  );
}

const phonesOf = ({ Phone1, Phone2 }: EventCategory) =>
  [Phone1, Phone2].filter(Boolean).map(formatPhone).join(', then ') || 'No number';

/** Puts all events of a group into a category at once. */
function GroupAssignment({ model, events, onChange }: Omit<EventsEditorProps, 'disabledReason'>) {
  const { data } = useEndpoint(profiles.eventGroups, {});
  const [group, setGroup] = useState<number>();
  const [category, setCategory] = useState<string>();
  const ofModel = new Set(eventDefinitions(model).map(({ EventDefKey }) => EventDefKey));
  const keysOf = (key: number | undefined) =>
    (data?.groups.find(({ EventGroupKey }) => EventGroupKey === key)?.Events ?? [])
      .map(({ EventDefKey }) => EventDefKey)
      .filter((EventDefKey) => ofModel.has(EventDefKey));
  const isReady = group !== undefined && category !== undefined;
  return (
    <chakra.section aria-label="Event groups">
      <chakra.h2 textStyle="sectionTitle" mb="3">
        Event groups
      </chakra.h2>
      <SimpleGrid columns={{ base: 1, sm: 3 }} gap="4" alignItems="end" maxW="44rem">
        <SelectField
          name="group"
          label="Event group"
          placeholder="Choose a group"
          value={group}
          onChange={setGroup}
          options={(data?.groups ?? [])
            .filter(({ EventGroupKey }) => keysOf(EventGroupKey).length > 0)
            .map(({ EventGroupKey, EventGroupName }) => ({ value: EventGroupKey, label: EventGroupName }))}
        />
        <SelectField
          name="category"
          label="Category"
          placeholder="Choose a category"
          value={category}
          onChange={setCategory}
          options={events.categories.map(({ CategoryName }) => ({ value: CategoryName, label: CategoryName }))}
        />
        <DisabledReason reason={isReady ? undefined : 'Choose a group and a category first'}>
          <Button
            type="button"
            variant="outline"
            onClick={() => isReady && onChange(inCategory(events, keysOf(group), category))}
          >
            Put into category
          </Button>
        </DisabledReason>
      </SimpleGrid>
    </chakra.section>
  );
}
