import assert from 'node:assert/strict';
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { api } from '#core/index.ts';
import { PROBE } from '#infra/wiring.ts';
import { serveHttp } from '#local/http.ts';
import { PEOPLE, SEED_PASSWORD } from '#scripts/seed/people.ts';
import type { FleetUnit } from '#scripts/simulate/behaviour.ts';
import type { Deployed } from './deployment.ts';
import type { Emulator } from './emulator.ts';
import { configurationOf, runOnce, setVariables } from './functions.ts';
import { apiHost, ask, type PortalClient } from './portal-client.ts';
import type { Step } from './steps.ts';

/** The probe: first without its credentials, then with those of a seeded user and unit. */
export function walkProbe(
  emulator: Emulator,
  deployed: Deployed,
  client: PortalClient,
  { UnitSerNum, imei }: FleetUnit,
  unitPort: () => number,
): Step[] {
  const failing = Object.fromEntries(PROBE.parts.map((part) => [part, false]));
  // Its dealer has no monitoring centre.
  const working = { ...Object.fromEntries(PROBE.parts.map((part) => [part, true])), center: false };
  const [user] = PEOPLE;
  return [
    {
      name: 'the probe fails without its credentials, and signs in and connects as a unit as soon as it has them',
      async run() {
        const portal = await portalHere(emulator, deployed);
        try {
          const { FunctionName, Environment } = (await configurationOf(emulator, PROBE.consumer))!;
          await setVariables(emulator, FunctionName, { ...Environment?.Variables, WEB_ORIGIN: portal.url });
          assert.deepEqual(await runOnce(emulator, PROBE.consumer), failing);
          const { secret } = await client.call(api.units.giveSecret, { UnitSerNum });
          const credentials = {
            userName: user!.userName,
            password: SEED_PASSWORD,
            unit: {
              address: `tcp://127.0.0.1:${unitPort()}`,
              UnitSerNum,
              imei,
              secret,
            },
          };
          const SecretString = JSON.stringify(credentials);
          await new SecretsManagerClient({}).send(
            new PutSecretValueCommand({ SecretId: deployed.secrets.ProbeSecret, SecretString }),
          );
          assert.deepEqual(await runOnce(emulator, PROBE.consumer), working);
        } finally {
          await portal.close();
        }
      },
    },
  ];
}

/** The portal's address for the probe. The emulator's distribution does not reach the API. */
const portalHere = (emulator: Emulator, deployed: Deployed) =>
  serveHttp({
    port: 0,
    async handle({ method, path, query, headers, body }) {
      const { authorization, 'content-type': contentType } = headers;
      const answer = await ask(emulator, apiHost(deployed), `${path}?${query}`, {
        method,
        headers: { ...(authorization && { authorization }), ...(contentType && { 'content-type': contentType }) },
        ...(body.length > 0 && { body: body.toString() }),
      });
      return { status: answer.status, headers: { 'content-type': 'application/json' }, body: answer.body };
    },
  });
