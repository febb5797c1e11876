import { Box, Button, Text } from '@chakra-ui/react';
import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { repair } from '#core/repair/contract.ts';
import type { RepairUnit } from '#core/repair/repair-unit.ts';
import { SerialNumber, shownFirmware, UNIT_STATUS } from '#core/units/unit.ts';
import { TextField } from '#web/components/form/text-field.tsx';
import { KeyValueList } from '#web/components/page/key-value-list.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { SwapDialog } from './swap-dialog.tsx';

/** Shows the unit with the serial number that is typed. */
export function UnitLookup() {
  const [typed, setTyped] = useState('');
  const [swapped, setSwapped] = useState<RepairUnit>();
  const asked = SerialNumber.safeParse(typed);
  const { data, error } = useEndpoint(repair.unit, asked.success ? { serial: asked.data } : null);
  return (
    <Box pb="6" maxW="32rem">
      <Box maxW="16rem" pb="3">
        <TextField
          name="serial"
          label="Serial number of a unit"
          maxLength={6}
          autoFocus
          identifier
          value={typed}
          onChange={(text) => setTyped(text.toUpperCase())}
        />
      </Box>
      <Text aria-live="polite" color="fg.muted">
        {asked.success ? !data && error?.message : 'Enter 6 letters or digits to see the unit.'}
      </Text>
      {asked.success && data && (
        <>
          <KeyValueList items={factsOf(data)} />
          <Button size="sm" variant="outline" mt="4" onClick={() => setSwapped(data)}>
            <ArrowLeftRight size={15} aria-hidden />
            Swap the board
          </Button>
        </>
      )}
      {swapped && <SwapDialog unit={swapped} onClose={() => setSwapped(undefined)} />}
    </Box>
  );
}

const factsOf = (unit: RepairUnit) => [
  { label: 'Full unit ID', value: unit.FullUnitID, copyable: true },
  { label: 'Model', value: unit.UnitModel },
  { label: 'Status', value: UNIT_STATUS[unit.UnitStatus] },
  { label: 'Dealer', value: unit.DealerName },
  { label: 'Firmware', value: shownFirmware(unit.FirmVer) },
  { label: 'IMEI', value: unit.IMEI, copyable: true },
  { label: 'ICCID of SIM 1', value: unit.ICCID1, copyable: true },
  { label: 'Phone number of SIM 1', value: unit.MSISDN1, copyable: true },
  { label: 'ICCID of SIM 2', value: unit.ICCID2, copyable: true },
  { label: 'Phone number of SIM 2', value: unit.MSISDN2, copyable: true },
];
