import { chakra, Flex, Grid } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { Contact } from '#core/consoles/contact.ts';
import { CARRIER_NAMES } from '#core/sims/carrier.ts';
import { shownImei } from '#core/sims/identifiers.ts';
import { fullUnitID, shownFirmware, UNIT_STATUS, type Unit } from '#core/units/unit.ts';
import { KeyValueList } from '#web/components/page/key-value-list.tsx';
import { Copyable } from '#web/components/text/copyable.tsx';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { LastPingTime } from '../last-ping.tsx';
import { InUse, SimStateBadge } from '../sim-state-badge.tsx';
import { SyncState } from './configuration/sync-state.tsx';
import { Readings } from './readings.tsx';
import type { UnitAnswer } from './unit-news.ts';
import { VerdictLight } from './verdict-light.tsx';

interface UnitSummaryProps {
  answer: UnitAnswer;
  contact: Contact;
  newestFirmware: string | undefined;
  /** In a column of its own; otherwise its parts are beside each other where there is room. */
  isColumn: boolean;
}

/** The unit at a glance, what matters most first: its condition, its contact, its readings, its SIMs. */
export function UnitSummary({ answer, contact, newestFirmware, isColumn }: UnitSummaryProps) {
  const { Unit: unit, connection } = answer;
  return (
    <Flex direction="column" gap="5">
      <VerdictLight
        unit={unit}
        tcpFail={answer.UnitDetailTable.tcpFail}
        connected={contact === 'online'}
        needsSecret={answer.proof.secretSince === undefined && !answer.proof.mayConnectWithout}
        newestFirmware={newestFirmware}
      />
      <Grid gap="5" templateColumns={isColumn ? '1fr' : 'repeat(auto-fit, minmax(min(100%, 15rem), 1fr))'}>
        <Flex direction="column" gap="5">
          <Part title="Contact">
            <KeyValueList
              items={[
                { label: 'Last ping', value: <LastPingTime unit={unit} focusable /> },
                { label: 'Connection', value: <ConnectionWords contact={contact} since={connection.since} /> },
              ]}
            />
          </Part>
          <Part title="Readings">
            <Readings unit={unit} />
          </Part>
        </Flex>
        <Flex direction="column" gap="5">
          <Part title="SIMs">
            <Flex direction="column" gap="3">
              <SlotSummary unit={unit} slot={1} />
              <SlotSummary unit={unit} slot={2} />
            </Flex>
          </Part>
          <Part title="Unit">
            <KeyValueList
              items={[
                { label: 'Unit ID', value: fullUnitID(unit), copyable: true },
                { label: 'IMEI', value: shownImei(unit.IMEI), copyable: true },
                { label: 'Status', value: UNIT_STATUS[unit.UnitStatus] },
                { label: 'Dealer', value: unit.DealerName },
                { label: 'Firmware', value: shownFirmware(unit.FirmVer) },
                { label: 'Profile', value: unit.PTName },
                { label: 'Sync', value: <SyncState UnitSerNum={unit.UnitSerNum} /> },
              ]}
            />
          </Part>
        </Flex>
      </Grid>
    </Flex>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <chakra.section aria-label={title}>
      <chakra.h2 textStyle="xs" fontWeight="600" color="fg.muted" mb="2">
        {title}
      </chakra.h2>
      {children}
    </chakra.section>
  );
}

function ConnectionWords({ contact, since }: { contact: Contact; since: string | undefined }) {
  if (contact === 'rebooting') return <chakra.span color="notice.fg">Rebooting</chakra.span>;
  if (contact === 'offline') return <chakra.span color="fg.muted">Not connected</chakra.span>;
  return (
    <chakra.span color="ok.fg">
      {'Connected '}
      {since && <RelativeTime at={since} focusable />}
    </chakra.span>
  );
}

function SlotSummary({ unit, slot }: { unit: Unit; slot: 1 | 2 }) {
  const iccid = unit[`ICCID${slot}`];
  const carrier = unit[`ICCID${slot}Carrier`];
  const isActive = iccid !== undefined && iccid === unit.ActiveICCID;
  if (iccid === undefined) {
    return (
      <Flex gap="2" color="fg.muted">
        <chakra.span minW="3.25rem">{`Slot ${slot}`}</chakra.span>
        Empty
      </Flex>
    );
  }
  return (
    <Flex gap="2" align="flex-start">
      <chakra.span color="fg.muted" minW="3.25rem" pt="0.5">
        {`Slot ${slot}`}
      </chakra.span>
      <Flex direction="column" minW="0" gap="0.5">
        <Flex align="center" gap="2" wrap="wrap">
          <chakra.span fontWeight="600">
            {carrier === undefined ? 'Unknown carrier' : CARRIER_NAMES[carrier]}
          </chakra.span>
          <SimStateBadge state={unit[`ICCID${slot}State`]} inUse={isActive} />
          {isActive && <InUse />}
        </Flex>
        <chakra.span textStyle="xs" color="fg.muted">
          <Copyable value={iccid} label="ICCID" />
        </chakra.span>
      </Flex>
    </Flex>
  );
}
