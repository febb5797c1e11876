import { IconButton } from '@chakra-ui/react';
import { Pencil } from 'lucide-react';
import { Link } from 'react-router';
import { type ProfileRow, simOptionWords } from '#core/profiles/profile.ts';
import { compareFirmware } from '#core/units/firmware.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { EDITS_ROW } from '#web/components/menu/edits-row.ts';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { profileHref } from './list-address.ts';
import { StatusSwitch, statusWord } from './status-switch.tsx';

const facts = (dealers: boolean): DataColumn<ProfileRow>[] => [
  { accessorKey: 'ProfileName', size: 240, meta: { label: 'Profile', locked: true, grows: true, card: 'title' } },
  {
    accessorKey: 'UnitFirmVer',
    size: 100,
    sortingFn: (left, right) => compareFirmware(left.original.UnitFirmVer, right.original.UnitFirmVer),
    meta: { label: 'Firmware', monospace: true },
  },
  {
    id: 'PTStatus',
    accessorFn: statusWord,
    size: 110,
    cell: ({ row }) => <StatusSwitch profile={row.original} />,
    meta: { label: 'Enabled', card: 'aside', exportValue: statusWord },
  },
  { accessorKey: 'DealerName', size: 180, meta: { label: 'Dealer', shownByDefault: dealers } },
  {
    id: 'SimOptions',
    accessorFn: ({ SimOptions }) => simOptionWords(SimOptions),
    size: 110,
    meta: { label: 'SIMs' },
  },
  { accessorKey: 'LineID', size: 90, meta: { label: 'Line ID', monospace: true, shownByDefault: false } },
  { accessorKey: 'Label', size: 150, meta: { label: 'Label', shownByDefault: false } },
  { accessorKey: 'UnitIDOptions', size: 150, meta: { label: 'Unit IDs', shownByDefault: false } },
  { accessorKey: 'UIDLength', size: 110, meta: { label: 'Unit ID length', align: 'end', shownByDefault: false } },
  { accessorKey: 'version', size: 90, meta: { label: 'Version', align: 'end' } },
  {
    accessorKey: 'savedAt',
    size: TIME_WIDTH,
    cell: ({ row }) => <ExactTime at={row.original.savedAt} seconds={false} />,
    meta: { label: 'Saved' },
  },
  { accessorKey: 'savedBy', size: 150, meta: { label: 'Saved by', shownByDefault: false } },
];

export const EXPORT_COLUMNS = facts(true);

/** The columns of the list. `dealers`: there are profiles of several dealers. */
export const profileColumns = ({ dealers }: { dealers: boolean }): DataColumn<ProfileRow>[] => [
  ...facts(dealers),
  {
    id: 'actions',
    size: 64,
    enableSorting: false,
    cell: ({ row }) => <EditLink profile={row.original} />,
    meta: { label: 'Actions', locked: true, align: 'end', card: 'aside' },
  },
];

/** A link, so that the browser opens it in a new tab with Ctrl or Command. */
function EditLink({ profile }: { profile: ProfileRow }) {
  const { ProfileName, UnitFirmVer } = profile;
  return (
    <IconButton size="xs" variant="ghost" asChild {...EDITS_ROW} aria-label={`Edit ${ProfileName}, ${UnitFirmVer}`}>
      <Link to={profileHref(profile)}>
        <Pencil aria-hidden />
      </Link>
    </IconButton>
  );
}
