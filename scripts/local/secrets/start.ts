import { createHash } from 'node:crypto';
import { localRegion } from '../aws.ts';
import { AwsError, awsFaults, parseBody } from '../aws-error.ts';
import { json, type Running, type StandInReply, type StandInRequest, serveHttp } from '../http.ts';

interface Options {
  /** 0 means any free port. */
  port: number;
  /** The values by secret name. A value that is not a string is returned as JSON. */
  secrets: Record<string, unknown>;
  region?: string;
}

interface Secret {
  name: string;
  arn: string;
  versionId: string;
  value: string;
}

interface Call {
  SecretId?: unknown;
  VersionId?: unknown;
  VersionStage?: unknown;
}

/** Stands in for Secrets Manager's GetSecretValue. */
export async function startSecrets({ port, secrets, region = localRegion() }: Options): Promise<Running> {
  const created = Date.now() / 1000;
  const all = Object.entries(secrets).map(([name, value]) => secretOf(name, value, region));

  const operations: Record<string, (call: Call) => unknown> = {
    GetSecretValue(call) {
      const { arn, name, versionId, value } = withVersion(find(all, call), call);
      const VersionStages = ['AWSCURRENT'];
      return { ARN: arn, Name: name, VersionId: versionId, VersionStages, SecretString: value, CreatedDate: created };
    },
  };

  return serveHttp({
    port,
    faults: awsFaults('ThrottlingException'),
    handle: (request) => answer(operations, request),
  });
}

function answer(operations: Record<string, (call: Call) => unknown>, request: StandInRequest): StandInReply {
  try {
    const [service, name = ''] = String(request.headers['x-amz-target']).split('.');
    const operation = service === 'secretsmanager' ? operations[name] : undefined;
    if (!operation) throw new AwsError(400, 'UnknownOperationException', 'There is no such operation here');
    return reply(200, operation(parseBody(request) as Call));
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    return reply(error.status, { __type: error.type, Message: error.message });
  }
}

const reply = (status: number, body: unknown) => json(status, body, { 'content-type': 'application/x-amz-json-1.1' });

/** IDs that are the same in every run, so that they stay valid across restarts. */
function secretOf(name: string, value: unknown, region: string): Secret {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const digest = (of: string) => createHash('sha256').update(of).digest('hex');
  const id = digest(`${name}\n${text}`);
  return {
    name,
    // The service adds six characters to the name.
    arn: `arn:aws:secretsmanager:${region}:000000000000:secret:${name}-${digest(name).slice(0, 6)}`,
    versionId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5'),
    value: text,
  };
}

/** By name, by ARN, or by the ARN without its last six characters. */
function find(secrets: readonly Secret[], { SecretId }: Call): Secret {
  if (typeof SecretId !== 'string' || SecretId === '' || SecretId.length > 2048) {
    throw new AwsError(400, 'ValidationException', 'SecretId must have 1 to 2048 characters');
  }
  const found = secrets.find(({ name, arn }) => [name, arn, arn.slice(0, -7)].includes(SecretId));
  if (!found) {
    throw new AwsError(400, 'ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
  }
  return found;
}

function withVersion(secret: Secret, { VersionId, VersionStage = 'AWSCURRENT' }: Call): Secret {
  if (VersionStage === 'AWSCURRENT' && (VersionId === undefined || VersionId === secret.versionId)) return secret;
  const what = VersionId === undefined ? `staging label: ${VersionStage}` : `VersionId: ${VersionId}`;
  throw new AwsError(
    400,
    'ResourceNotFoundException',
    `Secrets Manager can't find the specified secret value for ${what}`,
  );
}
