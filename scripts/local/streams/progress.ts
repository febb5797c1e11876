import type { Shard } from '@aws-sdk/client-dynamodb-streams';

/** The position of a reader in one stream, stored across restarts. */
export interface Progress {
  streamArn: string;
  shards: Record<string, ShardProgress>;
}

export interface ShardProgress {
  /** The last record that was handled; absent if none was. */
  after?: string;
  /** No more records will come from this shard. */
  done?: true;
}

/** The shards to read now: unfinished ones with finished ancestors, so that changes of one item stay in order. */
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

/** The progress without shards that the stream has deleted. */
export function withoutForgotten(progress: Progress, shards: readonly Shard[]): Progress {
  const listed = new Set(shards.map(({ ShardId }) => ShardId!));
  return {
    ...progress,
    shards: Object.fromEntries(Object.entries(progress.shards).filter(([shardId]) => listed.has(shardId))),
  };
}
