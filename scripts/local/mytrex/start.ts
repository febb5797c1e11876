import { createFaults } from '../faults.ts';
import { json, type Running, serveHttp } from '../http.ts';
import { MYTREX_DEVICES } from './devices.ts';

interface Options {
  /** 0 means any free port. */
  port: number;
  apiKey: string;
}

/** Stands in for the Mytrex data: `GET /devices/{serial}`. */
export const startMytrex = ({ port, apiKey }: Options): Promise<Running> =>
  serveHttp({
    port,
    faults: createFaults(),
    handle({ method, path, headers }) {
      if (headers['x-api-key'] !== apiKey) return json(401, { message: 'Unknown key' });
      const serial = decodeURIComponent(/^\/devices\/([^/]+)$/.exec(path)?.[1] ?? '');
      const device = MYTREX_DEVICES.find(({ SerialNumber }) => SerialNumber === serial);
      if (method !== 'GET' || !device) return json(404, { message: 'No such device' });
      const { SerialNumber, RFCode, Type, ManufacturedDate } = device;
      return json(200, { serialNumber: SerialNumber, rfCode: RFCode, type: Type, manufacturedDate: ManufacturedDate });
    },
  });
