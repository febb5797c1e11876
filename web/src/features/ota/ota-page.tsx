import { useSearchParams } from 'react-router';
import { ota } from '#core/ota/contract.ts';
import { LinkTabs } from '#web/components/page/link-tabs.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { readOf } from '#web/lib/api/early-reads.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { FleetTab } from './fleet-tab.tsx';
import { NotesTab } from './notes-tab.tsx';
import { serialIn } from './serial.ts';
import { UnitTab } from './unit-tab.tsx';
import { VersionsTab } from './versions-tab.tsx';

const TABS = [
  { id: 'unit', label: 'Unit' },
  { id: 'versions', label: 'Versions' },
  { id: 'notes', label: 'Release notes' },
  { id: 'fleet', label: 'Fleet' },
] as const;
type TabId = (typeof TABS)[number]['id'];

const tabIn = (parameters: URLSearchParams): TabId => TABS.find(({ id }) => id === parameters.get('tab'))?.id ?? 'unit';

export const firstReads: FirstReads = (parameters) => {
  if (tabIn(parameters) === 'fleet') return [readOf(ota.getVersionOverView, {})];
  if (tabIn(parameters) !== 'unit') return [readOf(ota.loadVersions, {})];
  const UnitSerNum = serialIn(parameters);
  return UnitSerNum ? [readOf(ota.checkForUpdates, { UnitSerNum })] : [];
};

/** Updates of units over the air, and the versions of their firmware. */
export default function OtaPage() {
  const [parameters] = useSearchParams();
  const active = tabIn(parameters);
  const serialNumber = parameters.get('serialNumber');
  const searchOf = (id: TabId) =>
    `?${new URLSearchParams({ ...(serialNumber && { serialNumber }), ...(id !== 'unit' && { tab: id }) })}`;
  return (
    <Page>
      <PageHeader title="Over the air" description="Firmware, voice prompts and configurations on their way to units.">
        <LinkTabs
          label="Over the air"
          active={active}
          tabs={TABS.map(({ id, label }) => ({ id, label, to: searchOf(id) }))}
        />
      </PageHeader>
      {active === 'unit' && <UnitTab />}
      {active === 'versions' && <VersionsTab />}
      {active === 'notes' && <NotesTab />}
      {active === 'fleet' && <FleetTab />}
    </Page>
  );
}
