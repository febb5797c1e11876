import { columnsOfLog } from './log-reads.ts';
import { ProtocolLogPage } from './protocol-log-page.tsx';

export const firstReads = columnsOfLog('mpersLog');

export default function MpersLogPage() {
  return <ProtocolLogPage kind="mpers" />;
}
