import { Stack } from 'aws-cdk-lib';
import { type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { permit } from './acknowledge.ts';

/** Permits mails from the sender's address only. SES must have verified it or its domain. */
export function permitMail(to: IGrantable, scope: Construct, sender: string): void {
  const identity = (resourceName: string) =>
    Stack.of(scope).formatArn({ service: 'ses', resource: 'identity', resourceName });
  to.grantPrincipal.addToPrincipalPolicy(
    new PolicyStatement({
      actions: ['ses:SendEmail'],
      resources: [sender, sender.slice(sender.indexOf('@') + 1)].map(identity),
      conditions: { StringEquals: { 'ses:FromAddress': sender } },
    }),
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
  permit(to, ['geo-places:ReverseGeocode', 'geo-places:Geocode', 'geo-places:SearchText'], [places]);
  permit(to, ['iotwireless:GetPositionEstimate'], ['*'], 'Position estimates know no resource.');
}
