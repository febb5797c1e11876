import type { Tools } from '#data/kit/area.ts';
import { env } from '#platform/aws/env.ts';
import { sendMail } from '#platform/aws/mail.ts';
import { groupOf } from '#platform/aws/message-group.ts';
import { queueVariable } from '#platform/aws/needs.ts';
import { logger, measureUndeliveredAlarm, measureUnreachedAlarm } from '#platform/aws/observability.ts';
import { sendMessage } from '#platform/aws/queue.ts';
import { schedule, unschedule } from '#platform/aws/schedules.ts';

export const tools: Tools = {
  send: (queue, message, { group, delaySeconds }) =>
    sendMessage(env(queueVariable(queue)), message, delaySeconds, groupOf(group)),
  schedule,
  unschedule,
  mail: sendMail,
  alarmReachedNobody(DealerKey) {
    logger.warn('An alarm reached no confirmed contact of its dealer', { DealerKey });
    measureUnreachedAlarm();
  },
  alarmNotDelivered(facts) {
    logger.error('A monitoring centre has not taken an alarm', facts);
    measureUndeliveredAlarm();
  },
};
