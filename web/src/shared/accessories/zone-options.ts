import { zonesOf } from '#core/accessories/accessory.ts';
import type { RfDevice } from '#core/accessories/device.ts';

interface Zones {
  zoneArrayLength: number;
  devices: readonly RfDevice[];
  zoneNames: readonly { Zone: number; ZoneName: string }[];
}

/** The zones without a device, with their names. */
export function freeZones({ zoneArrayLength, devices, zoneNames }: Zones) {
  const taken = new Set(
    devices.filter(({ UpdateStatusName }) => UpdateStatusName !== 'Pending Delete').map(({ Zone }) => Zone),
  );
  const names = new Map(zoneNames.map(({ Zone, ZoneName }) => [Zone, ZoneName]));
  return zonesOf(zoneArrayLength)
    .filter((zone) => !taken.has(zone))
    .map((zone) => ({ value: zone, label: `Zone ${zone}`, hint: names.get(zone) ?? '' }));
}
