import { Box, Button, Flex } from '@chakra-ui/react';
import { ArrowDownWideNarrow, ListFilter, Timer, X } from 'lucide-react';
import { useId, useState } from 'react';
import { dealers } from '#core/dealers/contract.ts';
import { CONDITION_WORDS, CONDITIONS } from '#core/units/condition.ts';
import { FIELD_LABELS, filterWords, valueWords } from '#core/units/facet-words.ts';
import { type Facet, FIELD_FACETS, type FieldFacet } from '#core/units/facets.ts';
import { joinValues, splitValues } from '#core/units/filter-values.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { ScrollLine } from '#web/components/page/scroll-line.tsx';
import { TONE_ICONS } from '#web/components/status/tones.ts';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { useChangeAddress } from '#web/lib/page/use-change-address.ts';
import { useMay, useSession } from '#web/lib/session/session.tsx';
import { DealerField } from '#web/shared/dealers/dealer-field.tsx';
import { CONDITION_TONES } from '#web/shared/units/condition-tones.ts';
import type { UnitsAnswer } from '../read-units.ts';
import { ViewsMenu } from '../views/views-menu.tsx';
import { FacetMenu } from './facet-menu.tsx';
import { type FilterName, isFiltered, type UnitFilters, withFilter, withoutFilters } from './filter-address.ts';
import { ToggleChip } from './toggle-chip.tsx';

interface FilterBarProps {
  filters: UnitFilters | undefined;
  /** The numbers of units. A search has none. */
  facets: NonNullable<UnitsAnswer['facets']>[UnitModel] | undefined;
  /** The numbers are those of another dealer, so they do not show. */
  outdated: boolean;
  /** The name of the chosen dealer, if a row shows it. */
  dealerName: string | undefined;
}

/**
 * The filters of the unit list. They are in the address, so that a link shows the same units. The conditions and what is chosen fit in a line;
 * the other filters show on demand.
 */
export function FilterBar({ filters = {}, facets, outdated, dealerName }: FilterBarProps) {
  const changeAddress = useChangeAddress();
  const viewer = { engineer: useSession().has('ENGINEER') };
  const seesDealers = useMay(dealers.list.access);
  const set = (name: FilterName, value: string | undefined) =>
    changeAddress((current) => withFilter(current, name, value));
  const countOf = (facet: Facet, value: string) => facets?.[facet].find((one) => one.value === value)?.count;
  const filtered = isFiltered(filters);
  const conditions = splitValues(filters.condition ?? '');
  const [more, setMore] = useState(false);
  const moreId = useId();
  const hasMore = seesDealers || FIELD_FACETS.some((facet) => (facets?.[facet] ?? []).length > 0);

  const menuOf = (facet: FieldFacet) => {
    const chosen = filters[facet];
    const known = facets?.[facet] ?? [];
    const isKnown = chosen === undefined || known.some(({ value }) => value === chosen);
    const values = isKnown ? known : [...known, { value: chosen }];
    if (values.length === 0) return null;
    return (
      <FacetMenu
        key={facet}
        label={FIELD_LABELS[facet]}
        values={values.map(({ value, ...known }) => ({
          value,
          words: value === chosen ? filterWords(facet, value, viewer) : valueWords(facet, value, viewer),
          ...(!outdated && known),
        }))}
        chosen={chosen}
        onChoose={(value) => set(facet, value)}
      />
    );
  };
  const dealerField = seesDealers && (
    <Box w="13rem">
      <DealerField
        label="Dealer"
        labelHidden
        name="dealer"
        placeholder="All dealers"
        clearable
        value={filters.DealerKey === undefined ? undefined : Number(filters.DealerKey)}
        chosenName={dealerName}
        onChange={(dealer) => set('DealerKey', dealer === undefined ? undefined : String(dealer))}
      />
    </Box>
  );

  return (
    <Flex role="group" aria-label="Filters" direction="column" gap="1.5" minW="0">
      <ScrollLine>
        <DisabledReason reason={filtered ? 'Filtered units are always shown worst first' : undefined}>
          <ToggleChip
            label="Worst first"
            icon={ArrowDownWideNarrow}
            pressed={filtered || filters.order === 'worst'}
            onClick={() => set('order', filters.order === 'worst' ? undefined : 'worst')}
          />
        </DisabledReason>
        {CONDITIONS.filter((one) => countOf('condition', one) !== undefined || conditions.includes(one)).map((one) => {
          const tone = CONDITION_TONES[one];
          const pressed = conditions.includes(one);
          const others = joinValues(conditions.filter((other) => other !== one));
          return (
            <ToggleChip
              key={one}
              label={CONDITION_WORDS[one]}
              icon={TONE_ICONS[tone]}
              tone={tone}
              count={facets && !outdated ? (countOf('condition', one) ?? 0) : undefined}
              pressed={pressed}
              onClick={() => set('condition', pressed ? others || undefined : one)}
            />
          );
        })}
        {filters.silentOver !== undefined && (
          <ToggleChip
            label={`No ping for over ${filters.silentOver} h`}
            icon={Timer}
            pressed
            onClick={() => set('silentOver', undefined)}
          />
        )}
        {FIELD_FACETS.filter((facet) => filters[facet] !== undefined).map(menuOf)}
        {filters.DealerKey !== undefined && dealerField}
        {hasMore && (
          <Button
            size="xs"
            variant="outline"
            aria-expanded={more}
            aria-controls={moreId}
            fontWeight="400"
            onClick={() => setMore(!more)}
          >
            <ListFilter size={14} aria-hidden />
            {more ? 'Fewer filters' : 'More filters'}
          </Button>
        )}
        <ViewsMenu />
        {filtered && (
          <Button size="xs" variant="ghost" onClick={() => changeAddress(withoutFilters)}>
            <X size={14} aria-hidden />
            Clear the filters
          </Button>
        )}
      </ScrollLine>
      {more && (
        <Flex id={moreId} gap="1.5" align="center" wrap="wrap" w="full">
          {FIELD_FACETS.filter((facet) => filters[facet] === undefined).map(menuOf)}
          {filters.DealerKey === undefined && dealerField}
        </Flex>
      )}
    </Flex>
  );
}
