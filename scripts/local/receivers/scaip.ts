import { encodeScaip, parseScaip, SCAIP_OK } from '#protocol/scaip/message.ts';

/** What a receiver answers to a request of SCAIP, with the tags of the request if it is right. As in public receivers, three tags must have content. */
export function answerOfScaip(text: string): {
  body: string;
  tags?: Readonly<Record<string, string>> & { cid: string };
} {
  const { root, tags = {} } = parseScaip(text) ?? {};
  const missing = ['ref', 'cid', 'dty'].filter((name) => !tags[name]);
  const isRight = root === 'mrq' && missing.length === 0;
  const status: Record<string, string> = isRight
    ? { snu: SCAIP_OK }
    : { snu: '7', ste: `Missing: ${missing.join(' ')}` };
  const body = encodeScaip({ root: 'mrs', tags: { ref: tags.ref ?? '', ...status } });
  return isRight ? { body, tags: { ...tags, cid: tags.cid! } } : { body };
}
