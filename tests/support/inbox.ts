export interface ReceivedMail {
  from: string;
  to: string[];
  subject: string;
  text: string;
  html?: string;
}

/** The mails to this address in the mail stand-in, newest first. */
export async function mailsTo(address: string): Promise<ReceivedMail[]> {
  const reply = await fetch(`${process.env.AWS_ENDPOINT_URL_SESV2}/inbox.json?to=${encodeURIComponent(address)}`);
  return ((await reply.json()) as { messages: ReceivedMail[] }).messages;
}

/** The link in the newest mail to an address, as a path of the portal. */
export async function linkTo(address: string): Promise<string> {
  const [newest] = await mailsTo(address);
  const { pathname, search } = new URL(/https?:\S+/.exec(newest!.text)![0]);
  return `${pathname}${search}`;
}
