import { stateFile } from '../state.ts';
import { addressOf, type MailMessage } from './message.ts';

/** The oldest messages make room for new ones beyond this. */
const MOST_MESSAGES = 500;

/** The messages that were sent, newest first. */
export async function openInbox(stateFolder: string | undefined) {
  const state = stateFile<MailMessage[]>(stateFolder, 'mail');
  let messages = (await state.read()) ?? [];

  return {
    async add(message: MailMessage) {
      messages = [message, ...messages].slice(0, MOST_MESSAGES);
      await state.write(messages);
    },

    async clear() {
      messages = [];
      await state.write(messages);
    },

    find: (id: string) => messages.find((message) => message.id === id),

    /** Those that this address was sent, be it openly or as a copy; all without an address. */
    list: (to?: string) =>
      to === undefined ? messages : messages.filter((message) => recipients(message).includes(addressOf(to))),
  };
}

export type Inbox = Awaited<ReturnType<typeof openInbox>>;

const recipients = ({ to, cc, bcc }: MailMessage) => [...to, ...cc, ...bcc].map(addressOf);
