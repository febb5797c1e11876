import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { readPatients } from '#core/vitals/patient.ts';

/** Where the patients of vitals portals are known. */
export interface PatientSource {
  /** The patients of the dealer, and how many are not readable. UNAVAILABLE if the source does not answer. */
  patients(dealerKey: number): Promise<ReturnType<typeof readPatients>>;
}

/** Undefined if the address or the key is not filled in. */
export const VitalsConfig = z.object({ url: z.url(), apiKey: z.string().min(1) });
export type VitalsConfig = z.infer<typeof VitalsConfig>;

const REQUEST_TIMEOUT_MS = 8_000;

const Reply = z.object({ patients: z.array(z.unknown()) });

const unavailable = (text: string, cause?: unknown) => {
  const error = new AppError('UNAVAILABLE', text);
  error.cause = cause;
  return error;
};

/** A provider of vitals over HTTP: `GET /dealers/{key}/patients` with the key, answered with the patients. A dealer that it does not know has none. */
export const vitalsProvider = ({ url, apiKey }: VitalsConfig, timeout = REQUEST_TIMEOUT_MS): PatientSource => ({
  async patients(dealerKey) {
    try {
      const response = await fetch(new URL(`/dealers/${dealerKey}/patients`, url), {
        headers: { accept: 'application/json', 'x-api-key': apiKey },
        // A redirect would carry the key elsewhere.
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      });
      if (response.status === 404) return readPatients([]);
      if (response.status !== 200) throw new Error(`It answered ${response.status}`);
      return readPatients(Reply.parse(await response.json()).patients);
    } catch (cause) {
      throw unavailable('The vitals portal does not answer. Try again later', cause);
    }
  },
});

/** Takes the place of the provider until its address and key are filled in. */
export const vitalsNotSetUp: PatientSource = {
  async patients() {
    throw unavailable('The vitals portal is not set up yet');
  },
};
