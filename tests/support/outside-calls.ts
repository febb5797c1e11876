import { SESv2Client } from '@aws-sdk/client-sesv2';
import { vi } from 'vitest';

/** Every client of an AWS service. */
const AnyClient = Object.getPrototypeOf(SESv2Client.prototype) as SESv2Client;

/** What the portal is made of. Any other service is outside: it costs, or reaches people or other systems. */
const OWN = new Set(['ApiGatewayManagementApi', 'DynamoDB', 'KMS', 'S3', 'SQS', 'Scheduler', 'Secrets Manager']);

/** Of the parts of the portal that run in no test by themselves, such as the bridge (stand-ins.ts). */
const NOWHERE = '1';

const serviceOf = (sender: unknown) => (sender as { config: { serviceId?: string } }).config.serviceId;

/** What `work` returns, and the systems outside the portal that it called. */
export async function outsideCallsOf<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; outside: string[] }> {
  const send = vi.spyOn(AnyClient, 'send');
  const fetched = vi.spyOn(globalThis, 'fetch');
  try {
    const result = await work();
    const services = send.mock.contexts.map((sender) => serviceOf(sender) ?? 'unknown');
    const addresses = fetched.mock.calls
      .map(([input]) => new URL(input instanceof Request ? input.url : input))
      .filter(({ port }) => port !== NOWHERE);
    return { result, outside: [...services.filter((service) => !OWN.has(service)), ...addresses.map(String)] };
  } finally {
    send.mockRestore();
    fetched.mockRestore();
  }
}
