export interface ReceivedMail {
  from: string;
  to: string[];
  subject: string;
  text: string;
}

/** What the mail service's stand-in has taken for this address, newest first. */
export async function mailsTo(address: string): Promise<ReceivedMail[]> {
  const reply = await fetch(`${process.env.AWS_ENDPOINT_URL_SESV2}/inbox.json?to=${encodeURIComponent(address)}`);
  return ((await reply.json()) as { messages: ReceivedMail[] }).messages;
}
