import { NotificationDue } from '#core/dealer-settings/notification-due.ts';
import { notificationStore } from '#data/dealer-settings/notifications.ts';
import { consume } from '#platform/aws/consume.ts';
import { sendMail } from '#platform/aws/mail.ts';

/**
 * Sends a notification. A message that comes twice sends one mail; only a sender that dies between the mail service's yes and
 * noting it leaves a second one to be sent: better twice than never.
 */
export const handler = consume(NotificationDue, async ({ notificationId }) => {
  const notification = await notificationStore.take(notificationId, Date.now());
  if (!notification) return;
  try {
    await sendMail(notification);
  } catch (error) {
    await notificationStore.giveBack(notificationId);
    throw error;
  }
  await notificationStore.sent(notificationId);
});
