import { Duration } from 'aws-cdk-lib';
import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { ARRIVING } from '#core/ota/file-key.ts';
import { isProduction, type Settings } from '../settings.ts';
import type { AccessMode } from '../table-rights.ts';
import { permit } from './acknowledge.ts';
import { removalOfData } from './stored-data.ts';

export interface FileStoreProps {
  settings: Settings;
  /** The bucket for its access logs. */
  accessLogs: AccessLogs;
  /** Days until files are deleted; absent if they are kept. */
  keepDays?: number;
  /** How browsers upload to it: with a form, or part by part to addresses. The portal signs both. */
  uploads?: 'form' | 'parts';
}

const closed = (settings: Settings) => ({
  encryption: s3.BucketEncryption.S3_MANAGED,
  blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
  removalPolicy: removalOfData(settings),
  // CloudFormation deletes only empty buckets.
  autoDeleteObjects: !isProduction(settings),
});

/** The access logs of the buckets and of the bridge's load balancer. */
export class AccessLogs extends Construct {
  readonly bucket: s3.Bucket;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.bucket = new s3.Bucket(this, 'Resource', {
      ...closed(settings),
      lifecycleRules: [{ expiration: Duration.days(90) }],
    });
  }
}

/** Deletes files that arrived and were never taken, with all that is left of them. */
const NEVER_TAKEN: readonly s3.LifecycleRule[] = [
  { prefix: ARRIVING, expiration: Duration.days(1), noncurrentVersionExpiration: Duration.days(1) },
  { prefix: ARRIVING, expiredObjectDeleteMarker: true },
];

const UPLOAD_METHODS = { form: s3.HttpMethods.POST, parts: s3.HttpMethods.PUT } as const;

/** Files of one kind: private, encrypted, over TLS only. Files that are kept are versioned, so overwriting loses nothing. */
export class FileStore extends Construct {
  readonly bucket: s3.Bucket;
  readonly #inParts: boolean;

  constructor(scope: Construct, id: string, { settings, accessLogs, keepDays, uploads }: FileStoreProps) {
    super(scope, id);
    this.#inParts = uploads === 'parts';
    const incomplete: s3.LifecycleRule = { abortIncompleteMultipartUploadAfter: Duration.days(1) };
    this.bucket = new s3.Bucket(this, 'Resource', {
      ...closed(settings),
      versioned: keepDays === undefined,
      lifecycleRules: [
        keepDays === undefined
          ? { ...incomplete, noncurrentVersionExpiration: Duration.days(90) }
          : { ...incomplete, expiration: Duration.days(keepDays) },
        ...(uploads === 'parts' ? NEVER_TAKEN : []),
      ],
      // What is signed limits who may upload what and until when, so any origin is allowed.
      ...(uploads && {
        cors: [{ allowedMethods: [UPLOAD_METHODS[uploads]], allowedOrigins: ['*'], allowedHeaders: ['*'] }],
      }),
      serverAccessLogsBucket: accessLogs.bucket,
      serverAccessLogsPrefix: `${id}/`,
    });
  }

  get name(): string {
    return this.bucket.bucketName;
  }

  /** The origin of the bucket for browsers. */
  get origin(): string {
    return `https://${this.bucket.bucketRegionalDomainName}`;
  }

  /** Permits this with any file. */
  grantOnly(to: IGrantable, action: 's3:GetObject' | 's3:PutObject'): void {
    permit(to, [action], [this.bucket.arnForObjects('*')], 'Any file of this bucket may be meant.');
  }

  /** Permits listing the names of files. Without it S3 does not tell a file that is missing from one that is forbidden. */
  grantList(to: IGrantable): void {
    permit(to, ['s3:ListBucket'], [this.bucket.bucketArn]);
  }

  /** Permits reading files, with `write` putting them too. Only what arrives in parts can be deleted: files that are kept stay. */
  grant(to: IGrantable, mode: AccessMode): void {
    const actions = ['s3:GetObject', ...(mode === 'write' ? ['s3:PutObject'] : [])];
    permit(to, actions, [this.bucket.arnForObjects('*')], 'Any file of this bucket may be meant.');
    if (!this.#inParts || mode !== 'write') return;
    const ending = ['s3:ListMultipartUploadParts', 's3:AbortMultipartUpload', 's3:DeleteObject'];
    permit(to, ending, [this.bucket.arnForObjects(`${ARRIVING}*`)], 'Any file that arrives may be meant.');
  }
}
