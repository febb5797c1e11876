import { z } from 'zod';
import { StockDevice } from '#core/accessories/accessory.ts';
import { AppError } from '#core/errors.ts';

/** Another list of accessories than our own. */
export interface DeviceSource {
  /** The device with the serial number; undefined if the source has none. UNAVAILABLE if it does not answer. */
  find(SerialNumber: string): Promise<StockDevice | undefined>;
}

/** Undefined if the address or the key is not filled in. */
export const MytrexConfig = z.object({ url: z.url(), apiKey: z.string().min(1) });
export type MytrexConfig = z.infer<typeof MytrexConfig>;

const REQUEST_TIMEOUT_MS = 8_000;

const Reply = z
  .object({
    serialNumber: z.string(),
    rfCode: z.string(),
    type: z.string(),
    manufacturedDate: z.iso.date().nullish(),
  })
  .transform(({ serialNumber, rfCode, type, manufacturedDate }) => ({
    ...{ SerialNumber: serialNumber, RFCode: rfCode, Type: type },
    ...(manufacturedDate && { ManufacturedDate: manufacturedDate }),
  }))
  .pipe(StockDevice);

const unavailable = (text: string, cause?: unknown) => {
  const error = new AppError('UNAVAILABLE', text);
  error.cause = cause;
  return error;
};

/** The Mytrex data over HTTP: `GET /devices/{serial}` with the key, answered with the device or 404. */
export const mytrex = ({ url, apiKey }: MytrexConfig, timeout = REQUEST_TIMEOUT_MS): DeviceSource => ({
  async find(SerialNumber) {
    try {
      const response = await fetch(new URL(`/devices/${encodeURIComponent(SerialNumber)}`, url), {
        headers: { accept: 'application/json', 'x-api-key': apiKey },
        // A redirect would carry the key elsewhere.
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      });
      if (response.status === 404) return undefined;
      if (response.status !== 200) throw new Error(`It answered ${response.status}`);
      const device = Reply.parse(await response.json());
      if (device.SerialNumber !== SerialNumber) throw new Error('It answered with another device');
      return device;
    } catch (cause) {
      throw unavailable('The Mytrex data does not answer. Try again later', cause);
    }
  },
});

/** Takes the place of the source until its address and key are filled in. */
export const mytrexNotSetUp: DeviceSource = {
  async find() {
    throw unavailable('The Mytrex data is not set up yet');
  },
};
