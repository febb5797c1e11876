import { Button, chakra, Flex, SimpleGrid } from '@chakra-ui/react';
import { ListPlus, Plus } from 'lucide-react';
import { useState } from 'react';
import { dealerSettings } from '#core/dealer-settings/contract.ts';
import { EVENTS_GROUP, offeredCategories } from '#core/dealer-settings/event-groups.ts';
import { eventDefinitions } from '#core/profiles/event-definitions.ts';
import {
  categoryOf,
  type EventCategory,
  inCategory,
  type ProfileEvents,
  withoutCategory,
} from '#core/profiles/events.ts';
import { ACTIONS } from '#core/severity.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { formatPhone } from '#web/components/form/phone.ts';
import { SelectField } from '#web/components/form/select-field.tsx';
import { EntryActions } from '#web/components/menu/entry-actions.tsx';
import { SettingList, SettingRow } from '#web/components/page/setting-list.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { CategoryDialog } from './category-dialog.tsx';
import { EventGroupDialog } from './event-group-dialog.tsx';

interface EventsEditorProps {
  model: UnitModel;
  /** The dealer whose event groups are offered; if absent, the one that the person is shown. */
  DealerKey?: number;
  events: ProfileEvents;
  onChange: (events: ProfileEvents) => void;
  savedWith: 'profile' | 'unit';
  disabledReason?: string | undefined;
}

/** The categories of events, whom each calls, and the category of each event. */
export function EventsEditor({ model, DealerKey, events, onChange, savedWith, disabledReason }: EventsEditorProps) {
  const [edited, setEdited] = useState<EventCategory | 'new'>();
  const [addingGroup, setAddingGroup] = useState(false);
  const confirm = useConfirm();
  const { data: dealer } = useEndpoint(dealerSettings.details, { ...(DealerKey !== undefined && { DealerKey }) });
  const names = events.categories.map(({ CategoryName }) => CategoryName);
  const offered = offeredCategories(dealer, names);
  const noneLeft = offered?.length === 0 ? 'Every event group of the dealer is a category already' : undefined;
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
  const remove = async (name: string) => {
    if (await confirm(deletionOf(events, model, name))) onChange(withoutCategory(events, name));
  };
  return (
    <Flex direction="column" gap="8">
      <chakra.section aria-label="Categories">
        <Flex align="center" justify="space-between" mb="2" gap="3" wrap="wrap">
          <chakra.h2 textStyle="sectionTitle">Categories</chakra.h2>
          <Flex gap="2" wrap="wrap">
            <DisabledReason reason={disabledReason ?? (names.length > 1 ? undefined : 'Add a category first')}>
              <Button type="button" size="sm" variant="outline" onClick={() => setAddingGroup(true)}>
                <ListPlus size={15} aria-hidden />
                Add event group
              </Button>
            </DisabledReason>
            <DisabledReason reason={disabledReason ?? noneLeft}>
              <Button type="button" size="sm" variant="outline" onClick={() => setEdited('new')}>
                <Plus size={15} aria-hidden />
                Add category
              </Button>
            </DisabledReason>
          </Flex>
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
                      onDelete: () => void remove(category.CategoryName),
                    })}
                  />
                ),
              })}
            />
          ))}
        </SettingList>
      </chakra.section>
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
          offered={offered}
          savedWith={savedWith}
          onSave={keep}
          onClose={() => setEdited(undefined)}
        />
      )}
      {addingGroup && (
        <EventGroupDialog
          model={model}
          categories={names}
          onAdd={(keys, category) => {
            onChange(inCategory(events, keys, category));
            setAddingGroup(false);
          }}
          onClose={() => setAddingGroup(false)}
        />
      )}
    </Flex>
  );
}

const phonesOf = ({ Phone1, Phone2 }: EventCategory) =>
  [Phone1, Phone2].filter(Boolean).map(formatPhone).join(', then ') || 'No number';

/** The question before a category is deleted: what becomes of its events. */
function deletionOf(events: ProfileEvents, model: UnitModel, name: string) {
  const count = eventDefinitions(model).filter(({ EventDefKey }) => categoryOf(events, EventDefKey) === name).length;
  const moved = count === 1 ? 'Its event belongs' : `Its ${count} events belong`;
  return {
    title: `Delete the category ${name}?`,
    consequence: count === 0 ? 'No event belongs to it.' : `${moved} to ${EVENTS_GROUP} again.`,
    actionLabel: 'Delete category',
    ...ACTIONS.deleteEventCategory,
  } as const;
}
