import { Stack } from 'aws-cdk-lib';
import { type IGrantable, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import { permit } from './acknowledge.ts';
import type { Queue } from './queue.ts';
import { removalOfData } from './stored-data.ts';

/** The schedules of reminders: one group for all of them, and a role that lets them send to one queue. */
export class Reminders extends Construct {
  readonly group: ScheduleGroup;
  readonly role: Role;

  constructor(scope: Construct, id: string, settings: Settings, queue: Queue) {
    super(scope, id);
    this.group = new ScheduleGroup(this, 'Group', { removalPolicy: removalOfData(settings) });
    this.role = new Role(this, 'Role', {
      description: 'Lets the schedules of reminders send what is due',
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: {
          StringEquals: { 'aws:SourceAccount': Stack.of(this).account },
          ArnEquals: { 'aws:SourceArn': this.group.scheduleGroupArn },
        },
      }),
    });
    queue.grantSend(this.role);
    queue.deadLetters.grantSend(this.role);
  }

  /** Permits creating, changing and deleting reminders' schedules. */
  grantSchedule(to: IGrantable): void {
    const schedules = Stack.of(this).formatArn({
      service: 'scheduler',
      resource: 'schedule',
      resourceName: `${this.group.scheduleGroupName}/*`,
    });
    const actions = ['CreateSchedule', 'UpdateSchedule', 'GetSchedule', 'DeleteSchedule'];
    permit(
      to,
      actions.map((action) => `scheduler:${action}`),
      [schedules],
      'Each reminder has a schedule of its own in this group.',
    );
    to.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['iam:PassRole'],
        resources: [this.role.roleArn],
        conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
      }),
    );
  }
}
