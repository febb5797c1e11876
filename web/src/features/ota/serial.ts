import { SERIAL_LENGTH } from '#core/ota/update.ts';
import { SerialNumber } from '#core/units/unit.ts';

/** The serial number of the address, if it has the right length [P2-V43]. */
export function serialIn(parameters: URLSearchParams): string | undefined {
  const text = parameters.get('serialNumber') ?? '';
  return text.trim().length === SERIAL_LENGTH ? SerialNumber.safeParse(text).data : undefined;
}
