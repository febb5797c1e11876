import { columnsOfLog } from './log-reads.ts';
import { ProtocolLogPage } from './protocol-log-page.tsx';

export const firstReads = columnsOfLog('tcpMessageLog');

export default function TcpLogPage() {
  return <ProtocolLogPage kind="tcp" />;
}
