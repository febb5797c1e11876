import type { Tools } from '#data/kit/area.ts';
import { env } from '#platform/aws/env.ts';
import { sendMail } from '#platform/aws/mail.ts';
import { groupOf } from '#platform/aws/message-group.ts';
import { queueVariable } from '#platform/aws/needs.ts';
import { logger, measureUndeliveredAlarm, measureUnreachedAlarm } from '#platform/aws/observability.ts';
import { sendMessage } from '#platform/aws/queue.ts';

/** The tools of reactions that tell people and queues something. */
export const telling: Omit<Tools, 'schedule' | 'unschedule'> = {
  send: (queue, message, { group, delaySeconds }) =>
    sendMessage(env(queueVariable(queue)), message, delaySeconds, groupOf(group)),
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
