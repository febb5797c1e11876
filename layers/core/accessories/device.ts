import { z } from 'zod';
import { Zone } from './accessory.ts';
import { Holder } from './look-up.ts';
import { UpdateStatus } from './status.ts';

/** An accessory that the unit had, and the unit that has it now. */
export const FormerAccessory = z.object({
  SerialNumber: z.string(),
  Type: z.string(),
  /** Absent for a Bluetooth device. */
  Zone: Zone.optional(),
  leftAt: z.iso.datetime(),
  /** Absent if no unit has it now, or one that the person may not see. */
  heldBy: Holder.optional(),
});
export type FormerAccessory = z.infer<typeof FormerAccessory>;

export const RfDevice = z.object({
  Zone,
  ZoneName: z.string(),
  /** Empty if the unit did not say it when it paired the device by itself. */
  SerialNumber: z.string(),
  RFCode: z.string(),
  Type: z.string(),
  ManufacturedDate: z.iso.date().optional(),
  UpdateStatusName: UpdateStatus,
  /** The unit's own reason for refusing the device. */
  error: z.string().optional(),
  batteryLow: z.boolean(),
  /** The unit has not heard the device for too long. */
  missing: z.boolean(),
  /** When the unit reported the device last. */
  reportedAt: z.iso.datetime().optional(),
});
export type RfDevice = z.infer<typeof RfDevice>;

export const BluetoothDevice = z.object({
  SerialNumber: z.string(),
  MacAddress: z.string(),
  UpdateStatusName: UpdateStatus,
  error: z.string().optional(),
});
export type BluetoothDevice = z.infer<typeof BluetoothDevice>;
