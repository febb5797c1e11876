import { randomBytes, randomUUID } from 'node:crypto';
import { AwsError, answeringErrors, awsFaults, parseBody } from '../aws-error.ts';
import { json, type Running, serveHttp } from '../http.ts';
import { openInbox } from './inbox.ts';
import { messageFrom } from './message.ts';
import { inboxReply } from './pages.ts';

interface Options {
  /** 0 means any free port. */
  port: number;
  /** The folder of the messages across restarts; in memory if absent. */
  stateFolder?: string;
}

/**
 * Stands in for SES v2: takes mails, and shows their texts in an inbox on the same port, a page at `/` and JSON at
 * `/inbox.json?to=`. Its fault `rejected` refuses a message as SES does for an identity that is not verified.
 */
export async function startMail({ port, stateFolder }: Options): Promise<Running> {
  const inbox = await openInbox(stateFolder);
  const faults = awsFaults('TooManyRequestsException', ['rejected']);
  return serveHttp({
    port,
    faults,
    handle: answeringErrors('message', async (request) => {
      if (request.method === 'POST' && request.path === '/v2/email/outbound-emails') {
        const message = messageFrom(parseBody(request), newMessageId(), new Date());
        if (faults.take('rejected')) {
          const identity = `The following identities failed the check in region US-EAST-1: ${message.from}`;
          throw new AwsError(400, 'MessageRejected', `Email address is not verified. ${identity}`);
        }
        await inbox.add(message);
        return json(200, { MessageId: message.id });
      }
      const reply = await inboxReply(inbox, request);
      if (!reply) throw new AwsError(404, 'NotFoundException', 'There is nothing here');
      return reply;
    }),
  });
}

/** In the form of SES. */
const newMessageId = () => `${randomBytes(8).toString('hex')}-${randomUUID()}-000000`;
