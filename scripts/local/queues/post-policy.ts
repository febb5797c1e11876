import type { Emulator } from './emulator.ts';

/** Fields of a form that its policy need not mention (S3 API, "POST policy", Conditions). */
const NEEDS_NO_CONDITION = new Set(['policy', 'file', 'x-amz-signature', 'awsaccesskeyid', 'signature']);

type Condition = Record<string, string> | [operator: string, field: string | number, value: string | number];

interface Policy {
  expiration: string;
  conditions: Condition[];
}

interface Refusal {
  status: 400 | 403;
  code: string;
  message: string;
}

/**
 * Checks a presigned POST's expiry, size range and conditions like S3, because the emulator does not. It ignores the signature,
 * because any credentials are valid here.
 */
export function addPostPolicy(emulator: Emulator): void {
  emulator.addHook('preHandler', async (request, reply) => {
    const type = request.headers['content-type'] ?? '';
    if (request.method !== 'POST' || !type.startsWith('multipart/form-data')) return;
    const form = await parseForm(request.body as Buffer<ArrayBuffer>, type);
    const { bucket } = request.params as { bucket?: string };
    const refusal = form ? refusalOf(form, bucket ?? '', Date.now()) : MALFORMED;
    if (!refusal) return;
    return reply
      .code(refusal.status)
      .type('application/xml')
      .send(`<Error><Code>${refusal.code}</Code><Message>${escapeXml(refusal.message)}</Message></Error>`);
  });
}

const MALFORMED: Refusal = {
  status: 400,
  code: 'MalformedPOSTRequest',
  message: 'The body of your POST request is not well-formed multipart/form-data.',
};

async function parseForm(body: Buffer<ArrayBuffer>, type: string): Promise<FormData | undefined> {
  try {
    return await new Response(body, { headers: { 'content-type': type } }).formData();
  } catch {
    return undefined;
  }
}

/** The reason for which S3 would refuse the form; undefined if it would accept it. `now` in milliseconds. */
export function refusalOf(form: FormData, bucket: string, now: number): Refusal | undefined {
  const file = form.get('file');
  if (file === null) {
    return { status: 400, code: 'InvalidArgument', message: 'POST requires exactly one file upload per request.' };
  }
  // Names of fields are in any case: the SDK writes `Policy`.
  const fields = new Map([['bucket', bucket]]);
  for (const [name, value] of form) if (typeof value === 'string') fields.set(name.toLowerCase(), value);
  const policy = parsePolicy(fields.get('policy'));
  if (policy === undefined) return denied('Access Denied');
  if (policy === 'malformed') {
    return { status: 400, code: 'InvalidPolicyDocument', message: 'Invalid Policy: Invalid JSON.' };
  }
  if (!(Date.parse(policy.expiration) > now)) return denied('Invalid according to Policy: Policy expired.');

  const size = typeof file === 'string' ? Buffer.byteLength(file) : file.size;
  return conditionRefusal(policy, fields, size) ?? extraFieldRefusal(policy, fields);
}

function parsePolicy(encoded: unknown): Policy | 'malformed' | undefined {
  if (typeof encoded !== 'string') return undefined;
  try {
    const policy = JSON.parse(Buffer.from(encoded, 'base64').toString()) as Policy;
    return Array.isArray(policy.conditions) && typeof policy.expiration === 'string' ? policy : 'malformed';
  } catch {
    return 'malformed';
  }
}

function conditionRefusal({ conditions }: Policy, fields: Map<string, string>, size: number): Refusal | undefined {
  for (const condition of conditions.map(asTriple)) {
    const [operator, field, value] = condition;
    if (operator === 'content-length-range') {
      if (size < Number(field)) {
        const message = 'Your proposed upload is smaller than the minimum allowed size';
        return { status: 400, code: 'EntityTooSmall', message };
      }
      if (size > Number(value)) {
        const message = 'Your proposed upload exceeds the maximum allowed size';
        return { status: 400, code: 'EntityTooLarge', message };
      }
      continue;
    }
    const given = fields.get(nameOf(field)) ?? '';
    const met = operator === 'starts-with' ? given.startsWith(String(value)) : given === String(value);
    if (!met) return denied(`Invalid according to Policy: Policy Condition failed: ${JSON.stringify(condition)}`);
  }
  return undefined;
}

function extraFieldRefusal({ conditions }: Policy, fields: Map<string, string>): Refusal | undefined {
  const spokenOf = new Set(conditions.map(asTriple).map(([, field]) => nameOf(field)));
  const extra = [...fields.keys()].filter(
    (name) =>
      name !== 'bucket' && !spokenOf.has(name) && !NEEDS_NO_CONDITION.has(name) && !name.startsWith('x-ignore-'),
  );
  if (extra.length === 0) return undefined;
  return denied(`Invalid according to Policy: Extra input fields: ${extra.join(', ')}`);
}

/** `{"key": "a"}` equals `["eq", "$key", "a"]`. */
function asTriple(condition: Condition): [operator: string, field: string | number, value: string | number] {
  if (Array.isArray(condition)) return condition;
  const [field = '', value = ''] = Object.entries(condition)[0] ?? [];
  return ['eq', `$${field}`, value];
}

const nameOf = (field: string | number) => String(field).replace(/^\$/, '').toLowerCase();

const denied = (message: string): Refusal => ({ status: 403, code: 'AccessDenied', message });

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
