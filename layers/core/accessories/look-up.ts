import { z } from 'zod';
import { NO_RF, type StockDevice, shownType, Zone } from './accessory.ts';

/** The outcomes of looking up a serial number [P2-V05 P2-V06 P2-V07]. */
export const LOOK_UP_OUTCOMES = ['Not Found', 'No RF', 'Match'] as const;
export type LookUpOutcome = (typeof LOOK_UP_OUTCOMES)[number];

/** Where an accessory is registered. */
export const Holder = z.object({ UnitSerNum: z.string(), Zone: Zone.optional(), since: z.iso.datetime() });
export type Holder = z.infer<typeof Holder>;

export const LookUp = z.object({
  outcome: z.enum(LOOK_UP_OUTCOMES),
  device: z
    .object({
      SerialNumber: z.string(),
      RFCode: z.string(),
      Type: z.string(),
      ManufacturedDate: z.iso.date().optional(),
    })
    .optional(),
  /** What a person should know before they add the device. */
  warnings: z.array(z.string()),
  /** The unit that has the device. Absent if none has, or if the person may not see the unit. */
  heldBy: Holder.optional(),
});
export type LookUp = z.infer<typeof LookUp>;

/** Says nothing of a unit that the person may not see. */
export const HELD_ELSEWHERE =
  'This accessory is registered on a unit that you cannot see. It cannot be added until it is deleted there';

export const heldBy = ({ UnitSerNum, Zone: zone }: Holder): string =>
  `This accessory is registered on unit ${UnitSerNum}${zone === undefined ? '' : `, zone ${zone}`}`;

/** `holder`: 'hidden' if the person may not see the unit that has the device. */
export function lookUpOf(
  SerialNumber: string,
  found: StockDevice | undefined,
  holder: Holder | 'hidden' | undefined,
  source: string,
): LookUp {
  if (!found)
    return {
      outcome: 'Not Found',
      warnings: [`${SerialNumber} is not in the ${source}. Check the number on the back of the accessory`],
    };
  const held = holder === undefined ? [] : [holder === 'hidden' ? HELD_ELSEWHERE : heldBy(holder)];
  const hasNoRf = found.RFCode === NO_RF;
  return {
    outcome: hasNoRf ? 'No RF' : 'Match',
    device: { ...found, Type: shownType(found.Type) },
    warnings: [...(hasNoRf ? ['This device has no RF. It cannot be added to a zone'] : []), ...held],
    ...(holder !== undefined && holder !== 'hidden' && { heldBy: holder }),
  };
}
