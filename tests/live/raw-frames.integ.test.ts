import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccessFlag, USER_TYPE, type UserType } from '#core/access.ts';
import { consoleTopic, debugLogTopic, INVALID_MESSAGES_TOPIC, type Topic } from '#core/live/messages.ts';
import { publish } from '#platform/live/publish.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { aBrowser, aLiveApi } from './support.ts';

let api: Awaited<ReturnType<typeof aLiveApi>>;
beforeAll(async () => {
  api = await aLiveApi();
  await someDealers();
});
afterAll(() => api.close());

interface Reader {
  who: string;
  dealer: number;
  type: UserType;
  flags: AccessFlag[];
}
const READERS: Reader[] = [
  { who: 'an engineer of dealer 1', dealer: 1, type: USER_TYPE.engineer, flags: ['ENGINEER', 'UNIT_VIEW'] },
  { who: "an engineer of the unit's dealer", dealer: 220, type: USER_TYPE.engineer, flags: ['ENGINEER', 'UNIT_VIEW'] },
  { who: 'an engineer of another dealer', dealer: 49, type: USER_TYPE.engineer, flags: ['ENGINEER', 'UNIT_VIEW'] },
  { who: 'an administrator', dealer: 1, type: USER_TYPE.administrator, flags: ['ADMIN', 'UNIT', 'UNIT_EDIT'] },
  { who: 'dealer staff who edit units', dealer: 220, type: USER_TYPE.dealerStaff, flags: ['UNIT_EDIT'] },
  { who: 'dealer staff who view units', dealer: 220, type: USER_TYPE.dealerStaff, flags: ['UNIT_VIEW'] },
  { who: 'a monitoring centre', dealer: 220, type: USER_TYPE.monitoringCentre, flags: [] },
];

/** What a reader receives of a message on the topic: all of it, without its frame, or nothing. */
async function received({ dealer, type, flags }: Reader, topic: Topic): Promise<'all' | 'no frame' | 'nothing'> {
  const browser = await aBrowser(await aUser({ dealer, type, flags }));
  browser.say({ action: 'subscribe', topic });
  await browser.hear();
  const message = { event: 'Report', id: 'report-1', raw: '574b01', lines: ['modem on'] };
  await publish(topic, message);
  // The answer to the ping comes after all that was published.
  browser.say({ action: 'ping' });
  const answer = await browser.hear();
  await browser.close();
  if (!answer || !('message' in answer) || 'action' in answer) return 'nothing';
  expect(answer.message).toMatchObject({ event: 'Report', id: 'report-1', lines: ['modem on'] });
  return 'raw' in (answer.message as object) ? 'all' : 'no frame';
}

describe('frames and debug logs reach only engineers', () => {
  const expected: [topic: string, topicOf: (UnitSerNum: string) => Topic, receive: string[]][] = [
    ['console', consoleTopic, ['all', 'all', 'nothing', 'no frame', 'no frame', 'no frame', 'nothing']],
    ['debug log', debugLogTopic, ['all', 'all', 'nothing', 'nothing', 'nothing', 'nothing', 'nothing']],
    [
      'invalid messages',
      () => INVALID_MESSAGES_TOPIC,
      ['all', 'nothing', 'nothing', 'nothing', 'nothing', 'nothing', 'nothing'],
    ],
  ];
  const rows = expected.flatMap(([topic, topicOf, receive]) =>
    READERS.map((reader, index) => ({ topic, topicOf, reader, who: reader.who, receives: receive[index] })),
  );

  it.each(rows)('$topic, read by $who: $receives', async ({ topicOf, reader, receives }) => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    expect(await received(reader, topicOf(UnitSerNum))).toBe(receives);
  });
});
