import { CfnOutput } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, type Metric, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { dimensionsOf, METRICS } from '#platform/aws/measures.ts';
import { Alarms, metricOf, NEARLY } from '../constructs/alarms.ts';
import type { Bridge } from '../constructs/bridge.ts';
import type { LiveApi } from '../constructs/live-api.ts';
import { API_THROTTLE, type PortalApi } from '../constructs/portal-api.ts';
import type { PortalFunction } from '../constructs/portal-function.ts';
import {
  watchAudit,
  watchConcurrency,
  watchDeliveries,
  watchFiles,
  watchLive,
  watchMail,
  watchProbe,
  watchSchedules,
  watchTable,
} from '../constructs/service-alarms.ts';
import { globalName, type Settings } from '../settings.ts';
import {
  ALARMS_DUE,
  ARCHIVE_DUE,
  BILLS_DUE,
  CONDITIONS_DUE,
  FLEET_READING_DUE,
  LIVE,
  PROBE,
  RECEIVER_TESTS_DUE,
  REPORTS_DUE,
  ROLLOUTS_DUE,
  SCHEDULED,
  TABLE_STREAM,
} from '../wiring.ts';
import type { DataStack } from './data-stack.ts';
import { PortalStack } from './portal-stack.ts';

export interface ObservabilityProps {
  data: DataStack;
  live: LiveApi;
  api: PortalApi;
  areas: readonly PortalFunction[];
  consumers: readonly PortalFunction[];
  /** The id of the mapping from the table's stream to its consumer. */
  streamMapping: string;
  /** Absent if no units connect. */
  bridge: Bridge | undefined;
}

const P95 = 'p95';
/** 95 of 100 calls must be answered within this time. */
const MAX_LATENCY_MS = 1500;
/** A unit's report may wait this long before an alarm. */
const MAX_REPORT_WAIT_SECONDS = 120;
const MAX_ALARM_WAIT_SECONDS = 60;
/** The longest that messages may wait; absent: 15 minutes. */
const MAX_WAIT_SECONDS: Readonly<Record<string, number>> = {
  ingest: MAX_REPORT_WAIT_SECONDS,
  alarm: MAX_ALARM_WAIT_SECONDS,
};
/** A reaction may be this far behind its change. */
const MAX_REACTION_LAG_SECONDS = 300;

/** They receive no batches, so they return no messages. */
const WITHOUT_MESSAGES: readonly string[] = [
  LIVE.consumer,
  PROBE.consumer,
  ...SCHEDULED.map(({ consumer }) => consumer),
];

/** What is missing while a scheduled function does not run. */
const UNDONE = {
  [CONDITIONS_DUE.consumer]: 'lists and counts do not show which units fall silent',
  [ALARMS_DUE.consumer]: 'alarms that nobody takes are not escalated',
  [BILLS_DUE.consumer]: 'the bills of a period that is over are not made',
  [ARCHIVE_DUE.consumer]:
    'the messages of the last months are not archived, and the table deletes them at the age of 90 days',
  [RECEIVER_TESTS_DUE.consumer]: 'nobody notices a receiver of a monitoring centre that does not answer',
  [FLEET_READING_DUE.consumer]: 'SIMs of which the portal and their carriers say different states are not found',
  [ROLLOUTS_DUE.consumer]: 'rollouts of firmware stand still, and none pauses by itself',
  [REPORTS_DUE.consumer]: 'no saved report is mailed on its schedule',
} as const;

/** The alarms and the dashboard. */
export class ObservabilityStack extends PortalStack {
  readonly alarms: Alarms;

  constructor(scope: Construct, id: string, settings: Settings, props: ObservabilityProps) {
    super(scope, id, settings);
    this.alarms = new Alarms(this, 'Alarms', settings);
    this.#watchQueues(props);
    this.#watchFunctions(props);
    this.#watchConsumers(props, settings);
    this.#watchApi(props, settings);
    watchTable(this.alarms, props.data.table);
    watchAudit(this.alarms, settings);
    watchSchedules(this.alarms, props.data.reminders);
    watchLive(this.alarms, props.live);
    watchMail(this.alarms, settings);
    watchDeliveries(this.alarms, settings);
    watchConcurrency(this.alarms, [...props.areas, ...props.consumers]);
    if (settings.probe === 'on') watchProbe(this.alarms, settings);
    if (props.bridge) {
      this.#watchBridge(props.bridge);
      watchFiles(this.alarms, settings);
    }
    this.#draw(props, settings);
    new CfnOutput(this, 'AlarmTopic', { value: this.alarms.topic.topicArn });
  }

  #watchQueues({ data }: ObservabilityProps): void {
    const ofQueues = data.queues.map(({ deadLetters }) => ({
      ...deadLetters,
      meaning: `A message failed too often and is in ${deadLetters.name}. Read it, repair the cause, start a redrive.`,
    }));
    const { name: changes } = data.changeDeadLetters;
    const ofStream = {
      ...data.changeDeadLetters,
      meaning: `A change of the table failed too long. Its position in the stream is in ${changes}, but cannot be redriven: docs/deploy.md describes the repair.`,
    };
    for (const { name, queue, meaning } of [...ofQueues, ofStream])
      this.alarms.raise(`${name}-not-empty`, {
        metric: queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum' }),
        above: 0,
        meaning,
      });
    for (const { name, queue } of data.queues)
      this.alarms.raise(`${name}-waits`, {
        metric: queue.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum' }),
        above: MAX_WAIT_SECONDS[name] ?? 15 * 60,
        minutes: 3,
        meaning: `The oldest message of ${name} waits too long: is its consumer failing or throttled?`,
      });
  }

  #watchFunctions({ areas, consumers }: ObservabilityProps): void {
    for (const one of [...areas, ...consumers]) {
      this.alarms.raise(`${one.name}-fails`, {
        metric: one.function.metricErrors(),
        above: 0,
        minutes: 2,
        meaning: `The function ${one.name} ends with errors. Its log has them, by correlation id.`,
      });
      this.alarms.raise(`${one.name}-throttled`, {
        metric: one.function.metricThrottles(),
        above: 0,
        minutes: 3,
        meaning: `Lambda refuses to run ${one.name}: ${one.reservedConcurrency === undefined ? "the account's shared concurrency is" : `its ${one.reservedConcurrency} concurrent calls are`} used up.`,
      });
    }
  }

  /** Lambda counts only calls that fail as a whole. A message that a consumer reports as failed is no error to Lambda. */
  #watchConsumers({ consumers, streamMapping }: ObservabilityProps, settings: Settings): void {
    for (const { name, function: consumer } of consumers.filter((one) => !WITHOUT_MESSAGES.includes(one.name)))
      this.alarms.raise(`${name}-gives-back`, {
        metric: metricOf(METRICS.namespace, METRICS.failedMessages, {
          ...dimensionsOf(settings.stage),
          function: consumer.functionName,
        }),
        above: 0,
        minutes: 3,
        among: 10,
        meaning: `${name} fails messages again and again. Its log has the reasons, by correlation id.`,
      });
    for (const { consumer, everyMinutes } of SCHEDULED)
      this.alarms.raise(`${consumer}-stopped`, {
        metric: consumers.find(({ name }) => name === consumer)!.function.metricInvocations(),
        below: 1,
        minutes: 5 * everyMinutes,
        meaning: `${consumer} does not run: ${UNDONE[consumer]}. Its schedule is in EventBridge Scheduler.`,
      });
    const follower = consumers.find(({ name }) => name === TABLE_STREAM.consumer)!;
    this.alarms.raise(`${follower.name}-lags`, {
      metric: metricOf('AWS/Lambda', 'IteratorAge', { FunctionName: follower.function.functionName }, 'Maximum'),
      above: MAX_REACTION_LAG_SECONDS * 1000,
      minutes: 3,
      meaning: `${follower.name} is more than ${MAX_REACTION_LAG_SECONDS / 60} minutes behind the table: the queue of reactions fails, or the function does. A change is lost at the age of ${TABLE_STREAM.maximumRecordAgeHours} hours.`,
    });
    // The mapping counts each read of the stream, also one that finds nothing. Without calls the function has no metrics of its own.
    this.alarms.raise(`${follower.name}-stopped`, {
      metric: metricOf('AWS/Lambda', 'PolledEventCount', { EventSourceMappingUUID: streamMapping }, 'SampleCount'),
      below: 1,
      minutes: 15,
      meaning: `Nothing reads the stream of the table: the event source mapping of ${follower.name} is disabled or has lost its rights. A change is lost at the age of ${TABLE_STREAM.maximumRecordAgeHours} hours.`,
    });
  }

  #watchApi({ api }: ObservabilityProps, settings: Settings): void {
    this.alarms.raise('api-slow', {
      metric: ofApi(api, 'Latency', P95),
      above: MAX_LATENCY_MS,
      minutes: 5,
      meaning: `More than 5 in 100 API calls took over ${MAX_LATENCY_MS} ms.`,
    });
    this.alarms.raise('api-fails', {
      metric: ofApi(api, '5xx'),
      above: 5,
      minutes: 2,
      meaning: 'API calls end with 5xx. The access log names the routes.',
    });
    this.alarms.raise('api-leaves-rows-out', {
      metric: metricOf(METRICS.namespace, METRICS.unreadableRows, dimensionsOf(settings.stage)),
      above: 0,
      meaning: 'A list leaves out malformed stored items. The logs name their keys: search for "left out of a list".',
    });
    // HTTP APIs have no metric of throttled calls: they are among the 4xx.
    this.alarms.raise('api-nearly-throttled', {
      metric: ofApi(api, 'Count'),
      above: API_THROTTLE.rateLimit * 60 * NEARLY,
      minutes: 2,
      meaning: `The API gets more than ${NEARLY * 100} % of the ${API_THROTTLE.rateLimit} calls a second above which it answers 429.`,
    });
  }

  #watchBridge({ connections, service, loadBalancer, targets, tasks, taskCount }: Bridge): void {
    this.alarms.raise('bridge-tasks-missing', {
      metric: taskCount('Running', 'Minimum'),
      below: tasks.least,
      minutes: 5,
      meaning: `Fewer than ${tasks.least} bridge tasks run, the least of this stage. The events of the ECS service have the reason.`,
    });
    // The desired tasks: a deployment runs twice as many for some minutes.
    this.alarms.raise('bridge-tasks-nearly-used', {
      metric: taskCount('Desired', 'Maximum'),
      above: Math.ceil(tasks.most * NEARLY) - 1,
      minutes: 5,
      meaning: `The bridge needs ${NEARLY * 100} % or more of its ${tasks.most} tasks. Above them, units are refused: raise maxBridgeTasks (docs/deploy.md).`,
    });
    this.alarms.raise('bridge-unreachable', {
      // A single task leaves the other zones without one.
      metric: targets.metrics.healthyHostCount({ statistic: tasks.least > 1 ? 'Minimum' : 'Maximum' }),
      below: 1,
      minutes: 2,
      meaning:
        tasks.least > 1
          ? 'A zone of the load balancer has no healthy bridge task. If that is so in all zones, no unit can connect.'
          : 'The load balancer has no healthy bridge task: no unit can connect.',
    });
    this.alarms.raise('bridge-unhealthy', {
      metric: targets.metrics.unHealthyHostCount({ statistic: 'Maximum' }),
      above: 0,
      minutes: 5,
      meaning: 'A bridge task fails the health check of the load balancer: read its log.',
    });
    this.alarms.raise('bridge-silent', {
      metric: connections.with({ statistic: 'SampleCount' }),
      below: 1,
      minutes: 5,
      meaning: 'No bridge task reports its number of units: are tasks running?',
    });
    this.alarms.raise('bridge-full', {
      metric: connections.with({ statistic: 'Maximum' }),
      above: 16_000,
      minutes: 3,
      meaning: 'A bridge task has more than 16,000 of at most 20,000 units, and scaling has not helped.',
    });
    this.alarms.raise('bridge-busy', {
      metric: service.metricCpuUtilization(),
      above: 85,
      minutes: 5,
      meaning: 'The bridge uses more than 85 % of its CPU, and scaling has not helped.',
    });
    this.alarms.raise('bridge-loses-units', {
      metric: loadBalancer.metrics.tcpTargetResetCount(),
      above: 500,
      minutes: 3,
      meaning: 'Bridge tasks reset more than 500 connections a minute.',
    });
  }

  #draw({ data, api, areas, consumers, bridge }: ObservabilityProps, settings: Settings): void {
    const graph = (title: string, left: Metric[]) => new GraphWidget({ title, left, width: 12, height: 6 });
    const dashboard = new Dashboard(this, 'Dashboard', { dashboardName: globalName(settings, 'dashboard') });
    dashboard.addWidgets(new TextWidget({ markdown: `# Watchkeep ${settings.stage}`, width: 24, height: 1 }));
    dashboard.addWidgets(
      graph('API calls', [ofApi(api, 'Count'), ofApi(api, '4xx'), ofApi(api, '5xx')]),
      graph(
        'API latency (ms)',
        ['p50', P95, 'p99'].map((statistic) => ofApi(api, 'Latency', statistic)),
      ),
    );
    dashboard.addWidgets(
      graph(
        'p95 by area (ms)',
        areas.map((one) => one.function.metricDuration({ statistic: P95, label: one.name })),
      ),
      graph(
        'Errors',
        [...areas, ...consumers].map((one) => one.function.metricErrors({ label: one.name })),
      ),
    );
    dashboard.addWidgets(
      graph(
        'Waiting longest (s)',
        data.queues.map((one) => one.queue.metricApproximateAgeOfOldestMessage({ label: one.name })),
      ),
      graph(
        'Waiting',
        data.queues.map((one) => one.queue.metricApproximateNumberOfMessagesVisible({ label: one.name })),
      ),
    );
    if (!bridge) return;
    dashboard.addWidgets(
      graph('Units by bridge task', [bridge.connections, bridge.connections.with({ statistic: 'Maximum' })]),
      graph('Bridge CPU and memory (%)', [
        bridge.service.metricCpuUtilization(),
        bridge.service.metricMemoryUtilization(),
      ]),
    );
  }
}

const ofApi = ({ api, stage }: PortalApi, name: string, statistic = 'Sum') =>
  metricOf('AWS/ApiGateway', name, { ApiId: api.apiId, Stage: stage.stageName }, statistic);
