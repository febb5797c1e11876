import { Stack } from 'aws-cdk-lib';
import { type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct, IConstruct } from 'constructs';
import { acknowledgeWildcard, permit } from './acknowledge.ts';

/** Permits mails from the sender's address only. SES must have verified it or its domain. */
export function permitMail({ grantPrincipal }: IGrantable, scope: Construct, sender: string): void {
  const resources = ['identity', 'configuration-set'].map((resource) =>
    Stack.of(scope).formatArn({ service: 'ses', resource, resourceName: '*' }),
  );
  grantPrincipal.addToPrincipalPolicy(
    new PolicyStatement({
      // For mails with attachments, SendEmail may ask for the right to send raw mails, which attachments make them.
      actions: ['ses:SendEmail', 'ses:SendRawEmail'],
      resources,
      conditions: { StringEquals: { 'ses:FromAddress': sender } },
    }),
  );
  for (const resource of resources)
    acknowledgeWildcard(
      grantPrincipal as unknown as IConstruct,
      resource,
      'In its sandbox SES asks for the right on the identity of each recipient too, and everywhere for that on a default configuration set. ' +
        'The condition allows one sender.',
    );
}

/** Permits text messages to people's phones. */
export const permitTextMessages = (to: IGrantable) =>
  permit(
    to,
    ['sms-voice:SendTextMessage'],
    ['*'],
    'The pool that messages come from belongs to the account, not to us.',
  );

/** Permits estimating positions from cells and access points, and finding the address of a position. */
export function permitLocation(to: IGrantable, scope: Construct): void {
  const places = Stack.of(scope).formatArn({
    service: 'geo-places',
    account: '',
    resource: 'provider',
    resourceName: 'default',
  });
  permit(to, ['geo-places:ReverseGeocode'], [places]);
  permit(to, ['iotwireless:GetPositionEstimate'], ['*'], 'Position estimates know no resource.');
}
