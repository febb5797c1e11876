import { type PatientSource, VitalsConfig, vitalsNotSetUp, vitalsProvider } from '#adapters/vitals/vitals.ts';
import { secret } from './secret.ts';

/** The provider of vitals with the portal's credentials. */
export async function vitalsSource(): Promise<PatientSource> {
  const config = VitalsConfig.safeParse(await secret('VITALS_SECRET'));
  return config.success ? vitalsProvider(config.data) : vitalsNotSetUp;
}
