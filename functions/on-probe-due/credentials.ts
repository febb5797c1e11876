import { z } from 'zod';
import { presentSecret } from '#platform/aws/secret.ts';

/** A user without rights, and a unit that nobody wears. The operator enters them into the probe's secret (docs/deploy.md). */
const Probe = z.object({
  userName: z.string().min(1),
  password: z.string().min(1),
  unit: z.object({
    /** tls://host:port as units dial it, or tcp://host:port without TLS. */
    address: z.url({ protocol: /^(tls|tcp)$/ }),
    UnitSerNum: z.string().min(1),
    imei: z.string().min(1),
    /** The unit's secret in hexadecimal. */
    secret: z.string().regex(/^[0-9a-f]{64}$/, '32 bytes in hexadecimal'),
  }),
});
export type Probe = z.infer<typeof Probe>;

export const probeCredentials = async (): Promise<Probe> => Probe.parse(await presentSecret('PROBE_SECRET'));
