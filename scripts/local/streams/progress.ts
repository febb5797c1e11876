import type { Shard } from '@aws-sdk/client-dynamodb-streams';

/** How far a reader of one stream is; kept across restarts. */
export interface Progress {
  streamArn: string;
  shards: Record<string, ShardProgress>;
}

export interface ShardProgress {
  /** The last record that was handled; absent if none was. */
  after?: string;
  /** Nothing more will come from this shard. */
  done?: true;
}

/** The shards to read now: not done, and no ancestor still to be read, so that changes of one item stay in order. */
export function readableShards(shards: readonly Shard[], progress: Progress): string[] {
  const listed = new Set(shards.map(({ ShardId }) => ShardId!));
  const isDone = (shardId: string) => progress.shards[shardId]?.done === true;
  return shards
    .filter(({ ShardId, ParentShardId }) => {
      const waitsForParent = ParentShardId !== undefined && listed.has(ParentShardId) && !isDone(ParentShardId);
      return !isDone(ShardId!) && !waitsForParent;
    })
    .map(({ ShardId }) => ShardId!);
}

/** The progress without shards that the stream has forgotten. */
export function withoutForgotten(progress: Progress, shards: readonly Shard[]): Progress {
  const listed = new Set(shards.map(({ ShardId }) => ShardId!));
  return {
    ...progress,
    shards: Object.fromEntries(Object.entries(progress.shards).filter(([shardId]) => listed.has(shardId))),
  };
}
