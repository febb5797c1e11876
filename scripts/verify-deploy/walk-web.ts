import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { GetBucketPolicyCommand, PutBucketPolicyCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { WEB_FOLDER } from '#local/portal/web-build.ts';
import type { Deployed } from './deployment.ts';
import type { Emulator } from './emulator.ts';
import { ask } from './portal-client.ts';
import type { Step } from './steps.ts';

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** The distribution: the app, its addresses, its headers, and no answers of the API. */
export function walkWeb(emulator: Emulator, { distribution, webBucket }: Deployed): Step[] {
  const visit = (uri: string) => ask(emulator, distribution, uri, { headers: { 'x-forwarded-proto': 'https' } });
  const fileOf = (name: string) => readFileSync(path.join(WEB_FOLDER, name), 'utf8');
  const page = fileOf('index.html');
  return [
    {
      // CDK's own function copies the files on AWS; it runs the AWS CLI from /opt, which the emulator does not mount.
      name: 'the files of the app are in the bucket of the distribution',
      async run() {
        const s3 = clientOf(emulator);
        await putFiles(s3, webBucket);
        await allowWithoutTls(s3, webBucket);
      },
    },
    {
      name: 'the distribution serves the page of each screen, and one for all other addresses',
      async run() {
        const expected = {
          '/': fileOf('screens/index.html'),
          '/unitManagement': fileOf('screens/unitmanagement.html'),
          '/units/400123': page,
          '/login': page,
        };
        for (const [uri, content] of Object.entries(expected)) {
          const { status, body } = await visit(uri);
          assert.equal(status, 200, uri);
          assert.equal(body, content, uri);
        }
      },
    },
    {
      name: 'the security headers come with it',
      async run() {
        const { headers } = await visit('/');
        assert.match(String(headers['content-security-policy']), /default-src 'self'.*frame-ancestors 'none'/);
        assert.match(String(headers['strict-transport-security']), /max-age=63072000/);
        assert.equal(headers['x-content-type-options'], 'nosniff');
        assert.equal(headers['x-frame-options'], 'DENY');
        assert.ok(headers['permissions-policy']);
      },
    },
    {
      name: 'a file that is not there is not the page, and neither is a call of the API',
      async run() {
        const file = await visit('/assets/nothing.js');
        assert.notEqual(file.status, 200);
        // The API's own host exists on AWS only, so this answer is an error. It must not be the page.
        const call = await visit('/api/nothing');
        assert.notEqual(call.status, 200);
        assert.notEqual(call.body, page);
      },
    },
  ];
}

const clientOf = ({ environment }: Emulator) =>
  new S3Client({
    endpoint: environment.AWS_ENDPOINT_URL!,
    region: environment.AWS_REGION!,
    credentials: { accessKeyId: environment.AWS_ACCESS_KEY_ID!, secretAccessKey: environment.AWS_SECRET_ACCESS_KEY! },
  });

/** The emulator's distribution reads its bucket without TLS, which the bucket refuses. The rest still allows only that distribution. */
async function allowWithoutTls(s3: S3Client, Bucket: string): Promise<void> {
  const { Policy } = await s3.send(new GetBucketPolicyCommand({ Bucket }));
  const policy = JSON.parse(Policy!) as { Statement: { Effect: string }[] };
  const Statement = policy.Statement.filter(({ Effect }) => Effect === 'Allow');
  assert.ok(Statement.length < policy.Statement.length, 'The bucket does not refuse what comes without TLS');
  await s3.send(new PutBucketPolicyCommand({ Bucket, Policy: JSON.stringify({ ...policy, Statement }) }));
}

async function putFiles(s3: S3Client, Bucket: string): Promise<void> {
  for (const entry of readdirSync(WEB_FOLDER, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    await s3.send(
      new PutObjectCommand({
        Bucket,
        Key: path.relative(WEB_FOLDER, file),
        Body: readFileSync(file),
        ContentType: TYPES[path.extname(file)] ?? 'application/octet-stream',
      }),
    );
  }
}
