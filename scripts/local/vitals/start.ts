import { createFaults } from '../faults.ts';
import { json, type Running, serveHttp } from '../http.ts';
import { VITALS_PATIENTS } from './patients.ts';

interface Options {
  /** 0 means any free port. */
  port: number;
  apiKey: string;
}

/** Stands in for the provider of vitals: `GET /dealers/{key}/patients`. */
export const startVitals = ({ port, apiKey }: Options): Promise<Running> =>
  serveHttp({
    port,
    faults: createFaults(),
    handle({ method, path, headers }) {
      if (headers['x-api-key'] !== apiKey) return json(401, { message: 'Unknown key' });
      const dealer = /^\/dealers\/(\d+)\/patients$/.exec(path)?.[1];
      const patients = dealer === undefined ? undefined : VITALS_PATIENTS[Number(dealer)];
      return method === 'GET' && patients ? json(200, { patients }) : json(404, { message: 'No such dealer' });
    },
  });
