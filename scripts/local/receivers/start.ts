import { isSigned, SIGNATURE_HEADER, TIMESTAMP_HEADER } from '#protocol/command-port-signature.ts';
import { SCAIP_TYPE } from '#protocol/scaip/message.ts';
import { createFaults } from '../faults.ts';
import { json, type StandInReply, serveHttp } from '../http.ts';
import { type Dc09Behaviour, startDc09 } from './dc09.ts';
import { receivedMessages } from './received.ts';
import { answerOfScaip } from './scaip.ts';
import { type SipBehaviour, startSip } from './sip.ts';

/** What people enter to try the stand-ins of receivers (docs/one-machine.md). They protect nothing. */
export const RECEIVER_KEY = '000102030405060708090a0b0c0d0e0f';
export const RECEIVER_SECRET = 'the-signature-of-one-machine-only';
export const RECEIVER_LOGIN = 'watchkeep:the-password-of-one-machine';

interface Options {
  /** 0 means any free port. */
  ports: { dc09: number; webhook: number; sip?: number };
  /** Absent: acknowledges everything. */
  behaviour?: () => Dc09Behaviour;
  sipBehaviour?: () => SipBehaviour;
}

/**
 * Stands in for the receivers of a monitoring centre: DC-09 over TCP, SCAIP at `POST /scaip` and as SIP over TCP, and a webhook at any other path. `GET /received`
 * has what they got, and faults of those over HTTP are set at /_faults.
 */
export async function startReceivers({ ports, behaviour = () => 'ACK', sipBehaviour = () => 'body' }: Options) {
  const received = receivedMessages();

  function answerScaip(text: string, authorization: string): StandInReply {
    if (authorization !== `Bearer ${RECEIVER_SECRET}`) return json(401, { message: 'The key is wrong' });
    const { tags, body } = answerOfScaip(text);
    if (tags) received.add({ protocol: 'scaip', account: tags.cid, ...tags });
    return { status: 200, headers: { 'content-type': SCAIP_TYPE }, body };
  }

  const dc09 = await startDc09({ port: ports.dc09, key: Buffer.from(RECEIVER_KEY, 'hex'), received, behaviour });
  const sip = await startSip({ port: ports.sip ?? 0, login: RECEIVER_LOGIN, received, behaviour: sipBehaviour });
  const webhook = await serveHttp({
    port: ports.webhook,
    faults: createFaults(),
    handle({ method, path, headers, body }) {
      if (method === 'GET' && path === '/received') return json(200, received.all);
      const text = body.toString();
      const given = (name: string) => String(headers[name] ?? '');
      if (path === '/scaip') return answerScaip(text, given('authorization'));
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
    scaipAddress: `${webhook.url}/scaip`,
    sipAddress: `sip:alarms@localhost:${sip.port};transport=tcp`,
    async close() {
      await Promise.all([dc09.close(), sip.close(), webhook.close()]);
    },
  };
}
