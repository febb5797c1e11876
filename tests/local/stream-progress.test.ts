import { describe, expect, it } from 'vitest';
import { readableShards, withoutForgotten } from '#local/streams/progress.ts';

const SHARDS = [
  { ShardId: 'parent', ParentShardId: 'long gone' },
  { ShardId: 'left', ParentShardId: 'parent' },
  { ShardId: 'right', ParentShardId: 'parent' },
  { ShardId: 'grandchild', ParentShardId: 'left' },
];
const at = (shards: Record<string, { after?: string; done?: true }>) => ({ streamArn: 'arn', shards });

describe('shards', () => {
  it.each([
    ['start with the oldest', {}, ['parent']],
    ['wait while the parent is partly read', { parent: { after: '7' } }, ['parent']],
    ['follow when the parent is finished', { parent: { after: '9', done: true as const } }, ['left', 'right']],
    [
      'follow generation by generation',
      { parent: { done: true as const }, left: { done: true as const } },
      ['right', 'grandchild'],
    ],
  ])('%s', (_, progress, readable) => expect(readableShards(SHARDS, at(progress))).toEqual(readable));

  it('are deleted when the stream has deleted them', () =>
    expect(withoutForgotten(at({ 'long gone': { done: true }, left: { after: '3' } }), SHARDS)).toEqual(
      at({ left: { after: '3' } }),
    ));
});
