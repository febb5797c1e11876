import { Box } from '@chakra-ui/react';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { profiles } from '#core/profiles/contract.ts';
import type { ProfileRow } from '#core/profiles/profile.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { SelectField } from '#web/components/form/select-field.tsx';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { firstReadsOfList, type ListReads, useListPage } from '#web/lib/list/use-list-page.ts';
import { paths } from '#web/lib/page/paths.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { type ListFlag, listAddress, profileHref } from './list-address.ts';
import { EXPORT_COLUMNS, profileColumns } from './profile-columns.tsx';

const listReads = (parameters: URLSearchParams): ListReads<typeof profiles.list> => ({
  name: 'profiles',
  pageSizes: [5, 10, 25, 50, 100],
  defaultPageSize: 50,
  input: () => listAddress(parameters),
});

export const firstReads: FirstReads = (parameters) =>
  firstReadsOfList(profiles.list, listReads(parameters), parameters);

/** The profiles of a model. */
export default function ProfilesPage() {
  const [parameters, setParameters] = useSearchParams();
  const { UnitModel, flag } = listAddress(parameters);
  const { user } = useSession();
  const isRoot = user.dealer === ROOT_DEALER;
  const list = useListPage(profiles.list, {
    ...listReads(parameters),
    rowId: ({ ProfileKey }) => String(ProfileKey),
    part: `${UnitModel} ${flag}`,
  });
  const columns = useMemo(() => profileColumns({ dealers: user.hasSubDealers }), [user.hasSubDealers]);
  const standard = paths.profiles({ UnitModel, flag: 'standard' });
  return (
    <ListPage<ProfileRow>
      title="Profiles"
      description="What units are set to. A unit has the settings of its profile, and differences of its own."
      tabs={{
        label: 'Unit models',
        active: UnitModel,
        tabs: UNIT_MODELS.map((model) => ({
          id: model,
          label: model,
          to: paths.profiles({ UnitModel: model, ...(flag === 'standard' && { flag }) }).replace(/^[^?]*/, ''),
        })),
      }}
      list={list}
      columns={columns}
      exportColumns={EXPORT_COLUMNS}
      rowHref={profileHref}
      controls={
        !isRoot && (
          <Box minW="14rem">
            <SelectField<ListFlag>
              name="flag"
              label="Whose profiles"
              labelHidden
              value={flag}
              options={[
                { value: 'own', label: 'Your profiles' },
                { value: 'standard', label: 'Standard profiles' },
              ]}
              onChange={(next) =>
                setParameters({ UnitModel, ...(next === 'standard' && { flag: 'standard' }) }, { replace: true })
              }
            />
          </Box>
        )
      }
      fileName={`profiles ${UnitModel} ${new Date().toISOString().slice(0, 10)}`}
      empty={
        flag === 'own' && !isRoot
          ? {
              title: `No ${UnitModel} profile of your own yet`,
              description: 'Open a standard profile and save it as a new profile.',
              action: <Link to={standard}>Show the standard profiles</Link>,
            }
          : { title: `No ${UnitModel} profile yet`, description: 'Profiles of this model appear here.' }
      }
    />
  );
}
