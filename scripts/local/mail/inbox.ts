import { stateFile } from '../state.ts';
import { addressOf, type MailMessage } from './message.ts';

/** The maximum of messages. The oldest are dropped. */
const MAX_MESSAGES = 500;

/** The sent messages, newest first. */
export async function openInbox(stateFolder: string | undefined) {
  const state = stateFile<MailMessage[]>(stateFolder, 'mail');
  let messages = (await state.read()) ?? [];

  return {
    async add(message: MailMessage) {
      messages = [message, ...messages].slice(0, MAX_MESSAGES);
      await state.write(messages);
    },

    async clear() {
      messages = [];
      await state.write(messages);
    },

    /** The messages to an address, or all messages. */
    list: (address?: string) =>
      address === undefined
        ? messages
        : messages.filter(({ to }) => to.some((recipient) => addressOf(recipient) === addressOf(address))),
  };
}

export type Inbox = Awaited<ReturnType<typeof openInbox>>;
