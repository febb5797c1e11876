import { isSigned, SIGNATURE_HEADER, TIMESTAMP_HEADER } from '#protocol/command-port-signature.ts';
import { createFaults } from '../faults.ts';
import { json, serveHttp } from '../http.ts';
import { type Dc09Behaviour, startDc09 } from './dc09.ts';
import { receivedMessages } from './received.ts';

/** What people enter to try the stand-ins of receivers (docs/one-machine.md). They protect nothing. */
export const RECEIVER_KEY = '000102030405060708090a0b0c0d0e0f';
export const RECEIVER_SECRET = 'the-signature-of-one-machine-only';

interface Options {
  /** 0 means any free port. */
  ports: { dc09: number; webhook: number };
  /** Absent: acknowledges everything. */
  behaviour?: () => Dc09Behaviour;
}

/**
 * Stands in for the receivers of a monitoring centre: DC-09 over TCP, and a webhook at `POST /alarms`. `GET /received` has what both got, and
 * faults of the webhook are set at /_faults.
 */
export async function startReceivers({ ports, behaviour = () => 'ACK' }: Options) {
  const received = receivedMessages();
  const dc09 = await startDc09({ port: ports.dc09, key: Buffer.from(RECEIVER_KEY, 'hex'), received, behaviour });
  const webhook = await serveHttp({
    port: ports.webhook,
    faults: createFaults(),
    handle({ method, path, headers, body }) {
      if (method === 'GET' && path === '/received') return json(200, received.all);
      const text = body.toString();
      const given = (name: string) => String(headers[name] ?? '');
      const request = { method, path, body: text };
      if (!isSigned(RECEIVER_SECRET, request, given(TIMESTAMP_HEADER), given(SIGNATURE_HEADER), Date.now()))
        return json(401, { message: 'The signature is wrong' });
      received.add({ protocol: 'webhook', ...JSON.parse(text) });
      return json(200, {});
    },
  });
  return {
    received: received.all,
    dc09Address: `localhost:${dc09.port}`,
    webhookAddress: `${webhook.url}/alarms`,
    webhookUrl: webhook.url,
    async close() {
      await Promise.all([dc09.close(), webhook.close()]);
    },
  };
}
