import { randomBytes } from 'node:crypto';
import net, { isIP, type Socket } from 'node:net';
import tls from 'node:tls';
import { type SipAddress, sipAddress, sipLogin } from '#core/monitoring-centers/receiver-address.ts';
import { readSip, SipProblem } from '#protocol/sip/read.ts';
import { type Dialling, lookupFor, requirePublicHost } from './dial.ts';
import { type Answer, failureOf, type Outgoing } from './outgoing.ts';
import { scaipTags } from './scaip.ts';
import { sipConversation } from './sip-conversation.ts';

/** All that a receiver sends in one try: a challenge, responses and an acknowledgement. */
const MAX_RECEIVED_BYTES = 32_768;
const random = () => randomBytes(12).toString('hex');

/** Sends one request of SCAIP as a MESSAGE of SIP, over a connection of its own. A test is a ping. */
export async function sendOverSip(
  { address, secret }: { address: string; secret: string },
  outgoing: Outgoing,
  dialling: Dialling,
  now: number,
): Promise<Answer> {
  try {
    const place = sipAddress(address);
    const login = sipLogin(secret);
    if (!place || !login) throw new Error('The address or the login is not one of SIP');
    requirePublicHost(place.host, dialling);
    const conversation = sipConversation({ address: place, login, tags: scaipTags(outgoing, now), random });
    return await converse(place, conversation, dialling);
  } catch (error) {
    return failureOf(error);
  }
}

function converse(
  place: SipAddress,
  { first, take, redial, without }: ReturnType<typeof sipConversation>,
  dialling: Dialling,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let socket = dial(first);
    let isOver = false;
    let received = 0;
    // One time for the whole try: a receiver that sends little by little gets no more.
    const timer = setTimeout(() => giveUp(new Error(without('inTime'))), dialling.timeoutMs);

    function giveUp(error: Error): void {
      isOver = true;
      socket.destroy(error);
    }

    function end(answer: Answer): void {
      isOver = true;
      resolve(answer);
      socket.end(() => socket.destroy());
    }

    function dial(begin: Buffer): Socket {
      const dialled = connected(place, dialling, () => dialled.write(begin));
      let unread = Buffer.alloc(0);
      let failure: Error | undefined;

      function takeAll(): void {
        for (let read = readSip(unread); read && !isOver; read = readSip(unread)) {
          unread = Buffer.from(read.rest);
          const { send, answer } = take(read.message);
          if (send) dialled.write(send);
          if (answer) end(answer);
        }
      }

      dialled.on('data', (chunk: Buffer) => {
        received += chunk.length;
        unread = Buffer.concat([unread, chunk]);
        try {
          takeAll();
          if (received > MAX_RECEIVED_BYTES) throw new SipProblem('it is too long');
        } catch (error) {
          giveUp(error as Error);
        }
      });
      dialled.on('error', (error) => {
        failure = error;
      });
      // A receiver that has ended its side is closed too.
      dialled.on('close', () => {
        const again = isOver ? undefined : redial();
        if (again) {
          socket = dial(again);
          return;
        }
        clearTimeout(timer);
        reject(failure ?? new Error(without('closed')));
      });
      return dialled;
    }
  });
}

/** Over TLS the certificate has to be valid for the host before anything is sent. */
function connected({ host, port, transport }: SipAddress, dialling: Dialling, onConnected: () => void): Socket {
  const options = { host, port, lookup: lookupFor(dialling) };
  if (transport === 'TCP') return net.connect(options, onConnected);
  return tls.connect({ ...options, ...(isIP(host) === 0 && { servername: host }) }, onConnected);
}
