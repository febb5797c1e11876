import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { AccessMode } from '../provisions.ts';
import { permit } from './acknowledge.ts';

export interface FileStoreProps {
  /** The bucket for its access logs. */
  accessLogs: AccessLogs;
  /** Days until files are deleted; absent if they are kept. */
  keepDays?: number;
  /** True if browsers upload to it with a form that the portal has signed. */
  uploads?: boolean;
}

const CLOSED = {
  encryption: s3.BucketEncryption.S3_MANAGED,
  blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
  // A bucket with files cannot be deleted with its stack anyway.
  removalPolicy: RemovalPolicy.RETAIN,
} as const;

/** The access logs of the buckets and the distribution. */
export class AccessLogs extends Construct {
  readonly bucket: s3.Bucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.bucket = new s3.Bucket(this, 'Resource', {
      ...CLOSED,
      // CloudFront can write its logs only with an ACL.
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_PREFERRED,
      lifecycleRules: [{ expiration: Duration.days(90) }],
    });
  }
}

/** Files of one kind: private, encrypted, over TLS only. Files that are kept are versioned, so overwriting loses nothing. */
export class FileStore extends Construct {
  readonly bucket: s3.Bucket;

  constructor(scope: Construct, id: string, { accessLogs, keepDays, uploads }: FileStoreProps) {
    super(scope, id);
    const incomplete: s3.LifecycleRule = { abortIncompleteMultipartUploadAfter: Duration.days(1) };
    this.bucket = new s3.Bucket(this, 'Resource', {
      ...CLOSED,
      versioned: keepDays === undefined,
      lifecycleRules: [
        keepDays === undefined
          ? { ...incomplete, noncurrentVersionExpiration: Duration.days(90) }
          : { ...incomplete, expiration: Duration.days(keepDays) },
      ],
      // The signed form limits who may upload what and until when, so any origin is allowed.
      ...(uploads && {
        cors: [{ allowedMethods: [s3.HttpMethods.POST], allowedOrigins: ['*'], allowedHeaders: ['*'] }],
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

  /** Permits reading files, with `write` putting and deleting them too. */
  grant(to: IGrantable, mode: AccessMode): void {
    const actions = mode === 'write' ? ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'] : ['s3:GetObject'];
    permit(to, actions, [this.bucket.arnForObjects('*')], 'Any file of this bucket may be meant.');
  }
}
