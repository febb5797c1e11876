import { Box, chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { SelectField } from '#web/components/form/select-field.tsx';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import type { Configuration, ShownSetting } from './desired.ts';
import { SettingState } from './setting-origin.tsx';

const FILTERS = {
  all: { label: 'All settings', shows: () => true },
  open: { label: 'Not in sync', shows: ({ state }) => state !== 'in sync' },
  own: { label: 'Of this unit', shows: ({ source }) => source === 'unit' },
} as const satisfies Record<string, { label: string; shows: (setting: ShownSetting) => boolean }>;
type Filter = keyof typeof FILTERS;
const SOURCES = { profile: 'Profile', dealer: 'Dealer', unit: 'This unit' } as const;
const OPTIONS = Object.entries(FILTERS).map(([value, { label }]) => ({ value: value as Filter, label }));

/** Each saved value beside what the unit reported last. */
export function ReportedPanel({
  configuration: { settings, reported, takesConfiguration },
}: {
  configuration: Configuration;
}) {
  const [filter, setFilter] = useState<Filter>('all');
  const shown = settings.filter(FILTERS[filter].shows);
  return (
    <Flex direction="column" gap="4">
      <Flex align="center" justify="space-between" gap="3" wrap="wrap">
        <chakra.p color="fg.muted">
          {reported ? (
            <>
              {`The unit reported revision ${reported.revision} on `}
              <ExactTime at={reported.at} />
            </>
          ) : takesConfiguration ? (
            'The unit has not reported its settings yet.'
          ) : (
            'The firmware of the unit does not report its settings.'
          )}
        </chakra.p>
        <Box w="12rem">
          <SelectField
            name="filter"
            label="Shown settings"
            labelHidden
            value={filter}
            options={OPTIONS}
            onChange={(next) => next && setFilter(next)}
          />
        </Box>
      </Flex>
      {shown.length === 0 ? (
        <EmptyState
          title={filter === 'open' ? 'Everything is in sync' : 'The unit has no setting of its own'}
          description="Show all settings to see the values of the unit."
        />
      ) : (
        <chakra.div overflowX="auto" tabIndex={0} role="region" aria-label="Settings of the unit">
          <chakra.table w="full" css={TABLE}>
            <thead>
              <chakra.tr color="fg.muted" textStyle="xs">
                <th scope="col">Setting</th>
                <th scope="col">Wanted</th>
                <th scope="col">Reported</th>
                <th scope="col">Source</th>
                <th scope="col">State</th>
              </chakra.tr>
            </thead>
            <tbody>
              {shown.map((setting) => (
                <chakra.tr key={setting.name} borderTopWidth="1px" borderColor="border">
                  <th scope="row">{setting.label}</th>
                  <td>{setting.words.join(', ') || '—'}</td>
                  <td>{setting.reportedWords?.join(', ') || '—'}</td>
                  <chakra.td color="fg.muted" whiteSpace="nowrap">
                    {SOURCES[setting.source]}
                  </chakra.td>
                  <td>
                    <SettingState state={setting.state} />
                    {setting.error !== undefined && (
                      <chakra.div color="danger.fg" textStyle="xs">
                        {setting.error}
                      </chakra.div>
                    )}
                  </td>
                </chakra.tr>
              ))}
            </tbody>
          </chakra.table>
        </chakra.div>
      )}
    </Flex>
  );
}

const TABLE = {
  '& th, & td': { textAlign: 'start', verticalAlign: 'top', padding: '6px 16px 6px 0' },
  '& tbody th': { fontWeight: '600', minWidth: '9rem' },
} as const;
