import type { Construct } from 'constructs';
import { EventFunction } from '../constructs/event-function.ts';
import type { FunctionSources } from '../constructs/function-sources.ts';
import type { Provisions } from '../provisions.ts';
import type { Settings } from '../settings.ts';
import { PROBE, SCHEDULED, TABLE_STREAM } from '../wiring.ts';
import type { DataStack } from './data-stack.ts';
import { PortalStack } from './portal-stack.ts';

export interface BackgroundProps {
  provisions: Provisions;
  sources: FunctionSources;
  data: DataStack;
}

/** The functions that queues, the table's stream and schedules call. */
export class BackgroundStack extends PortalStack {
  readonly consumers: readonly EventFunction[];
  readonly probe: EventFunction;
  /** The id of the mapping from the table's stream to its consumer. */
  readonly streamMapping: string;

  constructor(scope: Construct, id: string, settings: Settings, { provisions, sources, data }: BackgroundProps) {
    super(scope, id, settings);
    const common = { settings, provisions, sources };
    const ofQueues = data.queues.map((queue) => {
      const { consumer: name, consumerTimeoutSeconds: timeoutSeconds } = queue.wiring;
      const consumer = new EventFunction(this, name, { ...common, name, timeoutSeconds });
      consumer.consume(queue);
      return consumer;
    });
    const { consumer: name, consumerTimeoutSeconds: timeoutSeconds } = TABLE_STREAM;
    const onTableChange = new EventFunction(this, name, { ...common, name, timeoutSeconds });
    this.streamMapping = onTableChange.follow(data.table, data.changeDeadLetters);
    const scheduled = SCHEDULED.map(({ consumer, everyMinutes, consumerTimeoutSeconds, ...run }) => {
      const due = new EventFunction(this, consumer, {
        ...common,
        name: consumer,
        timeoutSeconds: consumerTimeoutSeconds,
        ...('memoryMegabytes' in run && { memorySize: run.memoryMegabytes }),
      });
      due.runEvery(everyMinutes);
      return due;
    });
    this.consumers = [...ofQueues, onTableChange, ...scheduled];
    this.probe = new EventFunction(this, PROBE.consumer, {
      ...common,
      name: PROBE.consumer,
      timeoutSeconds: PROBE.consumerTimeoutSeconds,
    });
    if (settings.probe === 'on') this.probe.runEvery(PROBE.everyMinutes);
  }
}
