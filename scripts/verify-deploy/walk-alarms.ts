import assert from 'node:assert/strict';
import type { Deployed } from './deployment.ts';
import { ACCOUNT, type Emulator } from './emulator.ts';
import { formCall } from './signed-call.ts';
import type { Step } from './steps.ts';

interface Statement {
  Effect: string;
  Principal: { Service?: string };
  Action: string;
  Resource: string;
  Condition?: object;
}

/** The topic of the alarms, as it is deployed. The emulator lets every alarm publish, so its policy is read. */
export function walkAlarms(emulator: Emulator, { alarmTopic }: Deployed): Step[] {
  return [
    {
      name: 'CloudWatch may publish the alarms of this account, and of no other',
      async run() {
        const { Statement } = await policyOf(emulator, alarmTopic);
        const allowed = Statement.filter(({ Effect, Principal }) => Effect === 'Allow' && Principal.Service);
        const found = allowed.map(({ Principal, Action, Resource, Condition }) => ({
          ...{ service: Principal.Service, action: Action, topic: Resource, condition: Condition },
        }));
        assert.deepEqual(found, [
          {
            service: 'cloudwatch.amazonaws.com',
            action: 'sns:Publish',
            topic: alarmTopic,
            condition: { StringEquals: { 'aws:SourceAccount': ACCOUNT } },
          },
        ]);
      },
    },
  ];
}

async function policyOf(emulator: Emulator, topic: string): Promise<{ Statement: Statement[] }> {
  const answer = await formCall(emulator, 'sns', {
    Action: 'GetTopicAttributes',
    TopicArn: topic,
    Version: '2010-03-31',
  });
  const [, policy] = /<key>Policy<\/key>\s*<value>(.*?)<\/value>/s.exec(await answer.text()) ?? [];
  if (policy === undefined) throw new Error(`The topic ${topic} has no policy`);
  return JSON.parse(policy.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
}
