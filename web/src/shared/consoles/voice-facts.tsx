import { chakra } from '@chakra-ui/react';
import { consoles } from '#core/consoles/contract.ts';
import { FirmwareNumber } from '#core/ota/firmware-version.ts';
import { shownFirmware } from '#core/units/unit.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import type { ConsoleUnit } from './console-unit.ts';

const ONCE = { revalidateOnFocus: false } as const;

/** By which ID the unit calls, how loud its levels are, and what dealers are told about its firmware. Read only while `shown`. */
export function VoiceFacts({ unit: { UnitSerNum, FirmVer }, shown }: { unit: ConsoleUnit; shown: boolean }) {
  const firmware = FirmwareNumber.safeParse(shownFirmware(FirmVer)).data;
  const ident = useEndpoint(consoles.getCallIdent, shown ? { id: UnitSerNum } : null, ONCE).data;
  const shift = useEndpoint(consoles.getDBShift, shown ? { UnitSerNum } : null, ONCE).data;
  const told = useEndpoint(consoles.getDealerMessages, shown && firmware ? { FirmVer: firmware } : null, ONCE).data;
  if (!shown) return null;
  const shifted = shift?.shifts.filter(({ dB }) => dB !== 0) ?? [];
  return (
    <chakra.section aria-label="About this unit" textStyle="xs" color="fg.muted" display="grid" gap="1">
      {ident && <p>{`Calls as ${ident.callIdent}`}</p>}
      {shift && (
        <p>
          {shifted.length === 0
            ? 'No volume level is shifted'
            : `Shifted: ${shifted.map(({ level, dB }) => `level ${level} by ${dB} dB`).join(', ')}`}
        </p>
      )}
      {told?.messages.map(({ UnitModel, summary }) => (
        <p key={UnitModel}>{`${UnitModel} ${firmware}: ${summary}`}</p>
      ))}
    </chakra.section>
  );
}
